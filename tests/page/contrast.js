// How well each text of a selector can be read on what lies behind it: [text, contrast, its colour, the colour behind].
function contrast(selector) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour, over = [255, 255, 255]) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue].map((each, index) => (each * alpha + over[index] * (255 - alpha)) / 255);
  };
  const light = parts =>
    parts
      .map(each => each / 255)
      .map(each => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
      .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const paper = rgba(getComputedStyle(document.querySelector(".back")).fill);
  return [...document.querySelectorAll(selector)].map(text => {
    const box = text.getBoundingClientRect(),
      x = box.x + box.width / 2,
      y = box.y + box.height / 2;
    let behind = paper;
    for (const shape of document.querySelectorAll(
      ".grid .back, .grid .tint, .grid .rules *, .grid .overlay circle, .grid .overlay path",
    )) {
      const looks = getComputedStyle(shape);
      if (looks.fill === "none" || shape.localName === "text") continue;
      const at = shape.getScreenCTM().inverse();
      if (!shape.isPointInFill?.(new DOMPoint(x, y).matrixTransform(at))) continue;
      const plain = /tint-(\d)/.exec(looks.fill);
      const fill = plain ? getComputedStyle(document.querySelector(`.plain-${plain[1]}`)).fill : looks.fill;
      const opacity = Number(looks.fillOpacity),
        above = rgba(fill, behind);
      behind = above.map((each, index) => each * opacity + behind[index] * (1 - opacity));
    }
    return [
      text.textContent,
      Math.round(100 * ratio(rgba(getComputedStyle(text).fill), behind)) / 100,
      getComputedStyle(text).fill,
      behind.map(Math.round).join(),
    ];
  });
}
