#!/bin/sh
# Pulls the images of compose.yml and of the Dockerfile, and writes their digests into .env, in place of earlier ones.
set -eu
umask 077
cd "$(dirname "$0")"
digests=""
for image in POSTGRES=postgres:18-alpine REDIS=redis:8-alpine NGINX=nginx:1.28-alpine PYTHON=python:3.13-slim; do
  docker pull --quiet "${image#*=}"
  digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "${image#*=}")
  digests="$digests${image%%=*}_IMAGE=$digest
"
done
{ grep -Ev '^(POSTGRES|REDIS|NGINX|PYTHON)_IMAGE=' .env || true; printf %s "$digests"; } > .env.new
mv .env.new .env
