#!/bin/sh
# Shows a viewing station on this machine, and starts its browser again whenever that ends or is killed.
#
#   STATION_URL      the address of the screen, such as https://YOUR-SERVICE/user/kiosk
#   STATION_DATA     the folder of the browser's data; the permission of the screen is in it (default: ~/station)
#   STATION_BROWSER  the browser (default: the first Chromium or Chrome that is there)
#   STATION_SIZE     such as 1920x1080: the size of the screen, where no window manager makes the window fill it, as under Xorg alone
#                    (default: as xdpyinfo says, if it is there)
#   STATION_FLAGS    what else the browser is told, such as --ozone-platform=wayland
#   STATION_PAUSE_S  seconds between two starts (default: 2)
set -u

url=${STATION_URL:-}
data=${STATION_DATA:-${HOME:-}/station}
pause=${STATION_PAUSE_S:-2}

if [ -z "$url" ]; then
  echo "station.sh: STATION_URL is missing: the address of the screen, such as https://YOUR-SERVICE/user/kiosk" >&2
  exit 64
fi

browser=${STATION_BROWSER:-}
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
if [ -z "$browser" ] || ! command -v "$browser" >/dev/null; then
  echo "station.sh: there is no browser: install Chromium, or name it with STATION_BROWSER" >&2
  exit 69
fi

size=${STATION_SIZE:-}
if [ -z "$size" ] && [ -n "${DISPLAY:-}" ] && command -v xdpyinfo >/dev/null; then
  size=$(xdpyinfo | sed -n 's/^ *dimensions: *\([0-9]*x[0-9]*\) .*/\1/p')
fi
# One pixel more: Chromium makes a window of exactly this size one smaller, for older window managers would take it for full screen.
fill=
[ -z "$size" ] || fill="--window-position=0,0 --window-size=$((${size%x*} + 1)),$((${size#*x} + 1))"

running=
stop() {
  trap - TERM INT HUP
  [ -z "$running" ] || kill "$running" 2>/dev/null
  wait
  exit 0
}
trap stop TERM INT HUP

mkdir -p "$data" || exit 73
while :; do
  # A browser that was killed leaves its lock behind, and the next one would take the folder for one in use. One script has the folder.
  rm -f "$data/SingletonLock" "$data/SingletonSocket" "$data/SingletonCookie"
  # These flags are several words.
  # shellcheck disable=SC2086
  "$browser" --kiosk --no-first-run --no-default-browser-check --noerrdialogs --disable-session-crashed-bubble \
    --hide-crash-restore-bubble --disable-features=Translate,MemoryCacheStrongReference,OptimizationGuideModelExecution,SpareRendererForSitePerProcess \
    --enable-features=DisableProcessReuse,LogOnDeviceMetricsOnStartup:on_device_startup_metric_delay/10000d --js-flags=--expose-gc \
    --autoplay-policy=no-user-gesture-required --disable-popup-blocking --password-store=basic --user-data-dir="$data" $fill \
    ${STATION_FLAGS:-} "$url" &
  running=$!
  wait "$running"
  running=
  echo "station.sh: the browser has ended and is started again in $pause s" >&2
  # In the background, so that a signal is heard at once.
  sleep "$pause" &
  wait $!
done
