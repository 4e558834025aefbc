#!/usr/bin/env bash
# Builds the program without debugging information and packs it with its manual pages, completions and documentation.
#
#   packaging/archive.sh [FOLDER]     writes FOLDER/reglette-VERSION-TARGET.tar.gz (by default below target/dist)
#
# PROFILE is the Cargo profile (by default `dist`). What the program is linked with is written to LIBRARIES of the
# archive, and the script fails where it is anything else than the C library and its companions.
set -euo pipefail

cd "$(dirname "$0")/.."
folder=${1:-target/dist}
profile=${PROFILE:-dist}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
target=$(rustc -vV | sed -n 's/^host: //p')
name=reglette-$version-$target

cargo build --locked --profile "$profile" --bin reglette
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
staged=$(mktemp -d)
trap 'rm -r "$staged"' EXIT
mkdir -p "$staged/$name/completions"
cp "target/$profile/reglette" "$staged/$name/"
strip "$staged/$name/reglette"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$staged/$name/"
cp -r docs "$staged/$name/docs"
# What the documentation links to beside it.
tar -cf - {armies,scenarios,positions,results/ladder,results/claims}/README.md bots/examples |
    tar -C "$staged/$name" -xf -
for shell in bash zsh fish; do
    "$staged/$name/reglette" completions "$shell" >"$staged/$name/completions/reglette.$shell"
done
"$staged/$name/reglette" man "$staged/$name/man" >/dev/null

if [ "$(uname -s)" = Linux ]; then
    objdump -p "$staged/$name/reglette" | sed -n 's/^ *NEEDED *//p' | sort >"$staged/$name/LIBRARIES"
    if grep -Ev '^(libc|libm|libgcc_s|libstdc\+\+|libpthread|libdl|ld-linux.*)\.so' "$staged/$name/LIBRARIES"; then
        echo "the program is linked with other libraries than those of the C and C++ runtime" >&2
        exit 1
    fi
fi
tar -C "$staged" --sort=name --owner=0 --group=0 --numeric-owner -czf "$folder/$name.tar.gz" "$name"
echo "$folder/$name.tar.gz"
