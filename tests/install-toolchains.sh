#!/bin/sh
# Installs what tests/test_kits.py builds the adapter kits with: only what is missing, from Debian's
# packages. What cannot be had is named, and its tests are skipped; the exit status is always 0.
command -v apt-get >/dev/null || { echo "install-toolchains: no apt-get; nothing installed"; exit 0; }

missing=""
need() { # need PACKAGES... -- TEST...: the packages, unless the test succeeds
    packages=""
    while [ "$1" != -- ]; do packages="$packages $1"; shift; done
    shift
    "$@" >/dev/null 2>&1 || missing="$missing$packages"
}

has() { command -v "$1"; }
has_crate() { set -- /usr/share/cargo/registry/"$1"-[0-9]*; [ -e "$1" ]; }

need nodejs -- has node
need node-typescript -- has tsc
need default-jdk-headless -- has javac
need libgoogle-gson-java -- test -e /usr/share/java/gson.jar
need cargo -- has cargo
need librust-serde-json-dev -- has_crate serde_json
need golang-go -- has go
need mono-mcs -- has mcs
need mono-runtime -- has mono
need libmono-system-web-extensions4.0-cil -- test -e /usr/lib/mono/4.5/System.Web.Extensions.dll
[ -n "$missing" ] || exit 0

install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}
apt-get update -qq >/dev/null 2>&1 || echo "install-toolchains: apt-get update failed"
# shellcheck disable=SC2086
if ! install $missing; then # one that cannot be had must not keep the others away
    for package in $missing; do
        install "$package" || echo "install-toolchains: $package cannot be installed"
    done
fi
exit 0
