import { writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'

/**
 * Writes a film of one picture for Chromium's fake camera (`--use-file-for-fake-video-capture`): grey, the picture in its middle at this size, with
 * a bright room around it. Two frames: it begins anew at the end.
 */
export async function writeStillFilm(
  file: string,
  picture: Uint8Array | string,
  { width = 640, height = 480, sizePx = 360 } = {},
): Promise<void> {
  const image = await loadImage(picture)
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = '#c8c4bc'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, (width - sizePx) / 2, (height - sizePx) / 2, sizePx, sizePx)
  const { data } = context.getImageData(0, 0, width, height)
  const luma = Buffer.alloc(width * height)
  for (let at = 0; at < luma.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3)
    luma[at] = Math.round(16 + (219 * (0.299 * red + 0.587 * green + 0.114 * blue)) / 255)
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)])
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]))
}
