#!/bin/sh
# enter-image.sh <image> <data> <program> …: runs a program of the image as a container runtime would: without access to this machine,
# with a read-only root, memory under /tmp, a volume under /data, and no privileges. Run it as root in its own mount namespace.
set -eu
image=$1
data=$2
shift 2
mount --make-rprivate /
mount --bind "$image" "$image"
mount -o remount,bind,ro "$image"
mount -t tmpfs -o mode=1777 none "$image/tmp"
mount --bind "$data" "$image/data"
mount -t proc none "$image/proc"
mount -t tmpfs -o mode=755 none "$image/dev"
for device in null zero random urandom; do
  : > "$image/dev/$device"
  mount --bind "/dev/$device" "$image/dev/$device"
done
cd "$image"
exec chroot . /usr/bin/setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
