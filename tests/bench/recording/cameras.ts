/** Of `npm run bench -- recording`: cameras of 720p with 25 pictures a second and 2 Mbit/s, on one server, in a process of their own. */
import { heavier, loadClip } from '#tests/support/clip.ts'
import { startRtspServer } from '#tests/support/rtsp-server.ts'

const FPS = 25
/** What makes 2 Mbit/s of the clip. */
const MORE_BYTES = 8_000

const clip = heavier(loadClip(new URL('../../fixtures/counter-1280x720-25.h264', import.meta.url)), MORE_BYTES)
const cameras = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({ path: `/cam${index}`, clip, fps: FPS }))
const server = await startRtspServer({ cameras })
process.once('disconnect', () => process.exit(0))
process.send?.(server.port)
