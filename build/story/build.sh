#!/bin/sh
# Compiles glass-weather.inf to glass-weather.z5. Needs Debian's inform6-compiler
# and inform6-library; release and serial are fixed in the source, so the same
# source gives the same bytes.
set -eu
cd "$(dirname "$0")"
inform6 glass-weather.inf glass-weather.z5
sha256sum glass-weather.z5
