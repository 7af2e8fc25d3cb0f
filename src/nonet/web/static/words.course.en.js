// The words of the course.

export const words = {
  course: {
    title: "Learn constraint programming",
    /** @param {number} all @param {number} done */
    about: (all, done) =>
      `${all} lessons of five to ten minutes, from the first variable to clause learning. Each has a question before the answer, something to run, and a small exercise. ${done ? `You have finished ${done}.` : "What you finish is kept in this browser."}`,
    /** @param {string} title */
    next: title => `Go on with: ${title}`,
    done: "finished",
    begun: "begun",
    back: "All lessons",
    /** @param {number} number @param {number} all @param {string} part */
    place: (number, all, part) => `Lesson ${number} of ${all} · ${part}`,
    needs: "Builds on",
    /** @param {string} outcome */
    outcome: outcome => `You can then ${outcome}.`,
    /** @param {string} name */
    more: name => `One more exercise: ${name}`,
    predict: "What do you think?",
    right: "Right.",
    wrong: "Not so.",
    figure: "See it",
    choice: "Which",
    watch: "Show the run",
    run: "Run the experiment",
    see: "Show the picture",
    exercise: "Do it",
    sources: "Read on",
    notebook: "Keep it as a notebook",
    /** @param {string} title */
    before: title => `Before: ${title}`,
    /** @param {string} title */
    after: title => `Next: ${title}`,
  },
  drill: {
    card: "A drill",
    /** @param {string} title */
    title: title => `Drill: ${title}`,
    /** @param {{ title: string, places: boolean, easier: string[] }} drill */
    task: ({ title, places, easier }) =>
      `${easier.length ? `${title} is here. (So is something easier: ${easier.join(", ")}.)` : `${title} is the easiest step here.`} ${places ? "Touch the candidate that it puts into its cell." : "Touch a candidate that it removes."}`,
    right: "Right.",
    empty: "There is no such candidate here. Touch a small digit.",
    /** @param {{ title: string, places: boolean }} drill @param {string} symbol @param {string} cell */
    wrong: ({ title, places }, symbol, cell) => `Not so: ${title} does not ${places ? "place" : "remove"} ${symbol} ${places ? "in" : "from"} ${cell}.`,
    /** @param {{ right: number, tried: number }} score */
    count: ({ right, tried }) => (tried ? `${right} of ${tried} right at the first touch.` : "No answer yet."),
    next: "Next position",
    show: "Show it",
    stop: "Stop",
    keys: "Without a pointer",
    value: "Value",
    answer: "Answer for the chosen cell",
    begin: "Drill it",
  },
};
