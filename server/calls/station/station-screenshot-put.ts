import { stationScreenshotPut as call } from '#contract/calls/station/station-screenshot-put.ts'
import { stationLimits } from '#contract/station.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { pictureSize } from '../../people/picture-size.ts'

/** What jpg files begin with. */
const JPEG = [0xff, 0xd8, 0xff]

export const stationScreenshotPut = handler(call, async ({ file }, { stationWatch }, caller) => {
  if (file.size > stationLimits.screenshotBytes) throw new CallFault('file-too-large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!JPEG.every((byte, at) => bytes[at] === byte) || pictureSize(bytes) === undefined) throw new CallFault('no-picture')
  await stationWatch.picture(caller, bytes)
  return null
})
