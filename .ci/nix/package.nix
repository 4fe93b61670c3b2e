# Builds the program with nixpkgs, of the clone that this file is in:
#
#   swift package resolve && swiftpm2nix && mv nix .ci/nix/generated
#   nix-build -E '(import <nixpkgs> { }).callPackage .ci/nix/package.nix { }'
#
# Not tried: nix 2.8 parsed it, and no more. It needs Swift 6.2.
{
  lib,
  swift,
  swiftPackages,
  swiftpm,
  swiftpm2nix,
  pkg-config,
  libao,
  libsndfile,
  soxr,
  libvorbis,
  libebur128,
  libpulseaudio,
  readline,
  sqlite,
  systemdLibs,
}:

let
  # The Swift packages that this one needs, which no build may fetch.
  generated = swiftpm2nix.helpers ./generated;
  headings = builtins.split "## \\[([0-9.]+)] - " (builtins.readFile ../../CHANGELOG.md);
in
swiftPackages.stdenv.mkDerivation {
  pname = "meditate";
  version = builtins.head (builtins.elemAt headings 1);
  src = lib.cleanSource ../..;

  nativeBuildInputs = [
    swift
    swiftpm
    pkg-config
  ];
  buildInputs = [
    swiftPackages.Foundation
    libao
    libsndfile
    soxr
    libvorbis
    libebur128
    libpulseaudio
    readline
    sqlite
    systemdLibs
  ];

  configurePhase = generated.configure;
  installPhase = ''
    patchShebangs .ci/install
    .ci/install "$out" "$(swiftpmBinPath)/meditate"
  '';

  meta = {
    description = "Terminal player for meditation sessions";
    license = lib.licenses.gpl3Plus;
    mainProgram = "meditate";
    platforms = lib.platforms.linux;
  };
}
