#!/bin/sh
# Installs the packages beside package.json in this folder, once for each lock file. Where npm is
# absent or does not get them, the tests are skipped, unless PARLEY_REQUIRE_CLIENTS is set.
cmp -s package-lock.json node_modules/.installed.json && exit 0
if npm ci --ignore-scripts --no-audit --no-fund --loglevel=error; then
  cp package-lock.json node_modules/.installed.json
  exit 0
fi
echo "clients: skipped, npm did not install the clients"
[ -z "$PARLEY_REQUIRE_CLIENTS" ]
