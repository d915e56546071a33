#!/bin/sh
# Compiles the stories. Needs Debian's inform6-compiler and inform6-library;
# release and serial are fixed in the sources, so the same source gives the same
# bytes.
set -eu
cd "$(dirname "$0")"
for story in glass-weather low-water; do
  inform6 "$story.inf" "$story.z5"
  sha256sum "$story.z5"
done
