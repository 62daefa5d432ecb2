/** Of the longer side: a telephone's pictures are larger than any code needs, and take seconds. */
const MOST_PIXELS = 1_280

interface Detector {
  detect: (picture: ImageBitmapSource) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

let detector: Promise<Detector | undefined> | undefined

/** The browser's own reader, where it has one that works: Chrome has it on telephones and Macs. */
function ownDetector(): Promise<Detector | undefined> {
  return (detector ??= (async () => {
    const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
    const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
    return BarcodeDetector && formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined
  })())
}

/** The text of a QR code in a picture; undefined when there is none. The reader for browsers without one is loaded when it is needed. */
export async function readQr(picture: ImageBitmap | HTMLVideoElement): Promise<string | undefined> {
  const own = await ownDetector()
  if (own !== undefined) {
    try {
      return (await own.detect(picture))[0]?.rawValue
    } catch {
      // It is offered, and the part of the system that it needs is not there: no more of it.
      detector = Promise.resolve(undefined)
    }
  }
  const [width, height] = picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null || width === 0) return undefined
  // What is transparent counts as paper.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const { default: decode } = await import('qr/decode.js')
  try {
    return decode(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    // It says so of every picture without a code.
    return undefined
  }
}
