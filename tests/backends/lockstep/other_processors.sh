#!/usr/bin/env bash
# other_processors.sh arm|avx512 FOLDER CASES: the answers that libraries for processors which this
# machine has not give to the cases of library_answers.py.  nonet chooses the library there.
#   arm     QEMU's user mode (package qemu-user): a minute for 300 cases
#   avx512  a PC that Bochs imitates (packages bochs, isolinux, syslinux-common, genisoimage,
#           busybox-static and cpio) starts Linux: 80 cases in 5 to 10 minutes of CPU
# For Debian; nothing is installed: FOLDER keeps a Python and a NumPy of the processor.
set -euo pipefail
kind=$1 folder=$(realpath -m "$2")/$1 cases=$(realpath "$3")
here=$(cd "$(dirname "$0")" && pwd)
apt=$folder/apt root=$folder/root

fetch() { # ARCHITECTURE PLATFORM
    mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$root"
    : > "$apt/status"
    local options=(-qq -o APT::Architecture="$1" -o APT::Architectures="$1"
        -o APT::Sandbox::User=root -o Dir::State::lists="$apt/lists"
        -o Dir::State::status="$apt/status" -o Dir::Cache="$apt" -o Dir::Cache::archives="$apt/archives")
    apt-get "${options[@]}" update
    apt-get "${options[@]}" install --download-only --no-install-recommends -y python3 libstdc++6 >&2
    for package in "$apt"/archives/*.deb; do dpkg -x "$package" "$root"; done
    if [ "$kind" = avx512 ]; then
        local kernel
        kernel=$(apt-cache "${options[@]}" depends linux-image-cloud-amd64 | grep -o 'linux-image-[0-9].*')
        (cd "$apt" && apt-get "${options[@]}" download "$kernel")
        dpkg -x "$apt"/linux-image-*.deb "$folder/kernel"
    fi
    local version
    version=$(basename "$(readlink "$root/usr/bin/python3")")
    python3 -m pip download -q --no-deps --only-binary=:all: --python-version "${version#python}" \
        --platform "manylinux_2_28_$2" --platform "manylinux_2_27_$2" -d "$apt" numpy
    python3 -m zipfile -e "$apt"/numpy-*.whl "$root/site"
    touch "$folder/ready"
}

if [ "$kind" = arm ]; then
    [ -e "$folder/ready" ] || fetch arm64 aarch64
    export PYTHONPATH=$here/../../../src:$root/site PYTHONDONTWRITEBYTECODE=1
    exec qemu-aarch64 -L "$root" "$root/usr/bin/python3" "$here/library_answers.py" answer "$cases"
fi

[ -e "$folder/ready" ] || fetch amd64 x86_64
# Linux for a disc: no more than what Python needs, compiled, for each byte takes time there
tree=$folder/tree disc=$folder/disc
rm -rf "$tree" "$disc"
mkdir -p "$tree"/{bin,proc,sys,dev,cases,usr/bin,usr/lib,packages} "$disc/isolinux"
cp -a "$root/lib" "$root/lib64" "$root/site" "$tree"
cp -a "$root"/usr/lib/{python3*,x86_64-linux-gnu} "$tree/usr/lib"
cp -a "$root"/usr/bin/python3* "$tree/usr/bin"
rm -rf "$tree"/usr/lib/x86_64-linux-gnu/{gconv,perl*} "$tree"/usr/lib/python3/ \
    "$tree"/site/numpy/{distutils,f2py,tests,*/tests}
find "$tree" -name __pycache__ -prune -exec rm -rf {} +
mkdir "$tree/packages/site-packages"
cp -r "$here/../../../src/nonet" "$tree/packages/site-packages"
rm -rf "$tree"/packages/site-packages/nonet/{web,learn}
find "$tree/packages" -name __pycache__ -prune -exec rm -rf {} +
libraries=$tree/lib/x86_64-linux-gnu:$tree/usr/lib/x86_64-linux-gnu
PYTHONHOME=$tree/usr "$tree/lib64/ld-linux-x86-64.so.2" --library-path "$libraries" \
    "$tree/usr/bin/python3" -m compileall -q --invalidation-mode unchecked-hash \
    "$tree"/usr/lib/python3.* "$tree/site" "$tree/packages" || true
cp /bin/busybox "$tree/bin"
for name in sh mount sed poweroff; do ln -s busybox "$tree/bin/$name"; done
cp "$here/library_answers.py" "$cases" "$tree/cases"
cat > "$tree/init" <<EOF
#!/bin/sh
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev
export PYTHONPATH=/packages/site-packages:/site PYTHONDONTWRITEBYTECODE=1
python3 /cases/library_answers.py answer /cases/$(basename "$cases")
poweroff -f
EOF
chmod +x "$tree/init"
(cd "$tree" && find . | cpio -o -H newc --quiet) > "$disc/isolinux/initrd"
cp "$folder"/kernel/boot/vmlinuz* "$disc/isolinux/vmlinuz"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$disc/isolinux"
# without XSAVEC and XSAVES (321, 323): Bochs states a size for them that Linux does not believe
cat > "$disc/isolinux/isolinux.cfg" <<'EOF'
default linux
label linux
  kernel vmlinuz
  append initrd=initrd console=ttyS0 quiet nokaslr mitigations=off nosmp noapic tsc=reliable lpj=1000000 clearcpuid=321,323
EOF
genisoimage -quiet -o "$folder/disc.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat \
    -no-emul-boot -boot-load-size 4 -boot-info-table "$disc"
cat > "$folder/bochsrc" <<EOF
megs: 768
cpu: model=corei7_skylake_x, ips=50000000
clock: sync=none
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$folder/disc.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$folder/answers
display_library: rfb, options="timeout=0"
plugin_ctrl: speaker=0
sound: driver=dummy, waveoutdrv=dummy
log: $folder/log
EOF
: > "$folder/answers"
echo c | bochs-bin -q -f "$folder/bochsrc" > "$folder/bochs-output" 2>&1 || true
tr -d '\r' < "$folder/answers" | sed -n '/^# x86/,/^entries/p'
