import { useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { videoCodecs, type CameraSettings } from '#contract/camera-settings.ts'
import { setCamera } from '../../../../data/places/device-settings.ts'
import { Select } from '../../../../ui/controls/select.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { say } from '../../../../ui/notice/toast-store.ts'
import { SaveRow } from '../save-row.tsx'
import classes from './camera.module.css'

type Stream = NonNullable<CameraSettings['streams']>[number]

const codecNames = { H264: 'H.264', H265: 'H.265' } as const
const numberOf = (text: string) => (/^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN)

/** How one stream of a camera is encoded. */
export function StreamForm({ channel: { sn, chlIndex }, stream }: { channel: ChannelDetail; stream: Stream }) {
  const { t } = useLingui()
  const { sizes, codecs, mostFps, leastKbps, mostKbps, mostKeyDistance } = stream.choices
  const { form, field, trouble, isBusy, isChanged } = useForm({
    initial: {
      codec: stream.codec,
      size: `${stream.width}x${stream.height}`,
      fps: String(stream.fps),
      kbps: String(stream.kbps),
      keyDistance: String(stream.keyDistance),
    },
    schema: z.object({
      codec: z.enum(videoCodecs),
      size: z.string(),
      fps: z.number().check(z.minimum(1), z.maximum(mostFps)),
      kbps: z.int().check(z.minimum(leastKbps), z.maximum(mostKbps)),
      keyDistance: z.int().check(z.minimum(1), z.maximum(mostKeyDistance)),
    }),
    input: ({ fps, kbps, keyDistance, ...rest }) => ({
      ...rest,
      fps: numberOf(fps),
      kbps: numberOf(kbps),
      keyDistance: numberOf(keyDistance),
    }),
    words: {
      fps: t`From 1 to ${mostFps} pictures a second.`,
      kbps: t`A whole number from ${leastKbps} to ${mostKbps}.`,
      keyDistance: t`A whole number from 1 to ${mostKeyDistance}.`,
    },
    send: async ({ size, ...told }) => {
      const [width = 0, height = 0] = size.split('x').map(Number)
      await setCamera(sn, { chlIndex, streams: [{ stream: stream.stream, width, height, ...told }] })
      say('done', t`The device has taken it.`)
    },
  })
  const { error: codecError, ...codec } = field('codec')
  const { error: sizeError, ...size } = field('size')
  return (
    <form className={classes['fields']} {...form}>
      <Select label={t`Codec`} data={codecs.map((value) => ({ value, label: codecNames[value] }))} error={codecError} {...codec} />
      <Select
        label={t`Size`}
        data={sizes.map(({ width, height }) => ({ value: `${width}x${height}`, label: `${width} × ${height}` }))}
        error={sizeError}
        {...size}
      />
      <TextInput label={t`Pictures a second`} inputMode="decimal" {...field('fps')} />
      <TextInput label={t`Bit rate (kbit/s)`} inputMode="numeric" {...field('kbps')} />
      <TextInput label={t`Pictures from key frame to key frame`} inputMode="numeric" {...field('keyDistance')} />
      <div className={classes['foot']}>
        <SaveRow trouble={trouble.form} isBusy={isBusy} isChanged={isChanged} />
      </div>
    </form>
  )
}
