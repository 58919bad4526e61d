# Boots systemd in its own namespaces and runs a script there as a service. All writes stay in memory: the file system of this
# machine is read through an overlay. Started by unshare as root, with the folder for the overlay ($1), the built repository ($2) and
# the script ($3). The output of the script goes to file descriptor 3.
set -eu
[ $$ = 1 ] || exit 1
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
root=$1/root
cp "$3" "$root/script"

mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for folder in dev run tmp; do mount -t tmpfs tmpfs "$root/$folder"; done
mkdir -p "$root/dev/pts" "$root/dev/shm" "$root/dev/mqueue" "$root/dev/hugepages" "$root/run/lock"
for node in null zero full random urandom tty ptmx; do cp -a "/dev/$node" "$root/dev/"; done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /run/systemd/journal/dev-log "$root/dev/log"

# Disables all units of this machine, and everything that changes its kernel.
units=$root/etc/systemd/system
rm -rf "$root"/lib/systemd/system/*.wants "$root"/usr/lib/systemd/system/*.wants "$units"/*.wants
: > "$root/etc/fstab"
for name in tmpfiles-setup tmpfiles-clean sysctl udevd journald logind remount-fs; do
  ln -sf /dev/null "$units/systemd-$name.service"
done
for name in systemd-journald.socket systemd-journald-dev-log.socket dbus.socket dbus.service; do
  ln -sf /dev/null "$units/$name"
done
printf '[Service]\nType=oneshot\nWorkingDirectory=/root\nEnvironment=HOME=/root\nStandardOutput=file:/said\nStandardError=inherit\nExecStart=/bin/bash /script\nExecStopPost=/bin/touch /ended\n' > "$units/script.service"
# Logs to a file, because there is no journal.
mkdir "$units/orchestration.service.d"
printf '[Service]\nStandardOutput=append:/log\nStandardError=inherit\n' > "$units/orchestration.service.d/log.conf"
printf '[Unit]\nWants=script.service\n' > "$units/script.target"

mkdir -p "$root/opt/orchestration" "$root/former"
mount --bind -o ro "$2" "$root/opt/orchestration"
ip link set lo up
cd "$root"
pivot_root . former
umount -l /former
(
  until [ -e /ended ]; do sleep 0.2; done
  cat /said >&3
  # The parent process ends the machine, because nothing inside can.
  echo '== over' >&3
) &
export container=other
exec /lib/systemd/systemd --system --log-target=null --unit=script.target
