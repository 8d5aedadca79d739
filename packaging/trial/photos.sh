# The photos of the trials, which `source` this file in the root of the repository.
# shellcheck shell=bash

# The sample photos of the world that have a position, and one in each format that a sandboxed library decodes.
bring_photos() {
  local folder=$1 photo=sample-photos/2023-paris/eiffel-tower.jpg
  mkdir "$folder"
  cp -r sample-photos/2* "$folder/"
  rm -r "$folder/2024-helsinki" "$folder"/2025-*
  heif-enc --quality 50 --output "$folder/a.heic" "$photo" >/dev/null
  heif-enc --avif --output "$folder/b.avif" "$photo" >/dev/null
  cwebp -quiet -metadata all "$photo" -o "$folder/c.webp"
  cjxl --quiet --lossless_jpeg=0 "$photo" "$folder/d.jxl"
  convert "$photo" "$folder/e.tiff"
  # Not all encoders copy the metadata.
  exiftool -quiet -overwrite_original -tagsFromFile "$photo" -all:all "$folder"/[a-e].*
  ffmpeg -loglevel error -f lavfi -i testsrc=duration=1:size=320x240:rate=10 -pix_fmt yuv420p \
    -metadata location=+48.8584+002.2945/ "$folder/f.mp4"
}
