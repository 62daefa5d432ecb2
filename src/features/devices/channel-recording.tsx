import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { recordingModes, type RecordingMode, type RecordingSettings } from '#contract/device-settings.ts'
import type { StreamKind } from '#contract/enums.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { setRecording } from '../../data/places/device-settings.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import classes from './device-recording.module.css'

type Channel = RecordingSettings['channels'][number]

const streamChoices = { both: ['main', 'sub'], main: ['main'], sub: ['sub'] } as const satisfies Record<string, StreamKind[]>
type StreamChoice = keyof typeof streamChoices

function choiceOf(streams: Channel['streams']): StreamChoice {
  return streams?.length === 1 ? (streams[0] ?? 'both') : 'both'
}

/** When one camera is recorded, which of its streams, and what is kept of it. */
export function ChannelRecording({ sn, channel, name }: { sn: string; channel: Channel; name: string }) {
  const { t } = useLingui()
  const { chlIndex, mode, streams, kept } = channel
  const { form, field, trouble, isBusy, isChanged } = useForm({
    initial: { mode, streams: choiceOf(streams) },
    schema: configDeviceSet.input,
    input: ({ mode: chosen, streams: which }) => {
      const value = { chlIndex, mode: chosen, ...(streams && { streams: streamChoices[which] }) }
      return { sn, change: { section: 'recording', value } }
    },
    send: async (input) => {
      await setRecording(input)
      // The button goes, and the focus must not go with it.
      form.ref.current?.querySelector('select')?.focus()
      if (input.change.section === 'recording') say('done', said[input.change.value.mode])
    },
  })
  const words: Record<RecordingMode, string> = { off: t`Off`, continuous: t`Continuous`, events: t`Around events` }
  const said: Record<RecordingMode, string> = {
    off: t`“${name}” is not recorded any more.`,
    continuous: t`“${name}” is recorded all the time.`,
    events: t`“${name}” is recorded around events.`,
  }
  const names: Record<StreamChoice, string> = { both: t`Main and sub stream`, main: t`Main stream only`, sub: t`Sub stream only` }

  return (
    <form className={classes['channel']} {...form}>
      <Select
        className={classes['choice']}
        label={name}
        description={kept && <Kept kept={kept} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={recordingModes.map((value) => ({ value, label: words[value] }))}
        {...field('mode')}
      />
      {streams && (
        <Select
          className={classes['choice']}
          label={t`Streams`}
          data={(['both', 'main', 'sub'] as const).map((value) => ({ value, label: names[value] }))}
          {...field('streams')}
        />
      )}
      {(isChanged || isBusy) && (
        <Button type="submit" loading={isBusy}>
          <Trans>Save</Trans>
        </Button>
      )}
      <TroubleLine text={trouble.form} />
    </form>
  )
}

function Kept({ kept: { bytes, oldestMs } }: { kept: NonNullable<Channel['kept']> }) {
  const { t, i18n } = useLingui()
  const nowMs = useNow(60_000)
  if (oldestMs === null) return t`Nothing is recorded yet.`
  const size = bytesText(bytes, i18n.locale)
  const since = dateTimeText(oldestMs, i18n.locale)
  const days = Math.max(1, Math.ceil((nowMs - oldestMs) / DAY_MS))
  return t`${size} from ${plural(days, { one: '# day', other: '# days' })}, since ${since}`
}
