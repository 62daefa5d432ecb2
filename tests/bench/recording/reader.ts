/** Of `npm run bench -- recording`: reads cameras as the bridge does, and records them or not; says what the processor did when it is asked. */
import { readFileSync } from 'node:fs'
import type { StreamSink } from '#device/agent/channel-source.ts'
import { CameraStream } from '#device/bridge/camera-stream.ts'
import { ChannelRecorder } from '#device/recorder/channel-recorder.ts'
import { Recorder } from '#device/recorder/recorder.ts'
import type { RecordingMode } from '#contract/device-settings.ts'

const [port, cameras, mode, folder = ''] = process.argv.slice(2)
const log = (level: string, message: string) => level !== 'info' && process.stderr.write(`${level} ${message}\n`)
const recorder = await Recorder.open({ folder, limits: { bytes: 100e9, days: 7 }, log })
let received = 0
/** Counts what the cameras send, on its way to what records it. */
function counting(sink: StreamSink): StreamSink {
  const count = ({ data }: { data: Uint8Array }) => (received += data.byteLength)
  return {
    opened: (format) => sink.opened(format),
    failed: (fault) => sink.failed(fault),
    unit: (unit) => {
      count(unit)
      sink.unit(unit)
    },
    sound: (unit) => {
      count(unit)
      sink.sound(unit)
    },
  }
}

const streams = Array.from({ length: Number(cameras) }, (_, index) => {
  const onChange = () => {}
  const stream = new CameraStream({ url: `rtsp://127.0.0.1:${port}/cam${index}`, label: `cam${index}`, log, onChange })
  const sink = new ChannelRecorder(recorder, { sn: `SLBENCH${index}`, chlIndex: 0 }, { mode: mode as RecordingMode }).sinkOf('main')
  stream.open(counting(sink))
  return stream
})
for (const stream of streams) stream.start()

/** What this process has handed to the system to be written, where that is told. */
function writtenBytes(): number {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const live = streams.filter(({ isLive }) => isLive).length
  process.send?.({ cpuMs: (user + system) / 1000, atMs: performance.now(), written: writtenBytes(), received, live })
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
