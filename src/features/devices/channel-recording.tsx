import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import {
  recordingChoices,
  recordingKeep,
  recordingModes,
  recordingPlan,
  type RecordingChoice,
  type RecordingSettings,
} from '#contract/device-settings.ts'
import type { StreamKind } from '#contract/enums.ts'
import { always } from '#contract/weekly-schedule.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { setRecording } from '../../data/places/device-settings.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { RecordingPlanPainter } from './recording-plan.tsx'
import classes from './device-recording.module.css'

type Channel = RecordingSettings['channels'][number]

const streamChoices = { both: ['main', 'sub'], main: ['main'], sub: ['sub'] } as const satisfies Record<string, StreamKind[]>
type StreamChoice = keyof typeof streamChoices

function choiceOf(streams: Channel['streams']): StreamChoice {
  return streams?.length === 1 ? (streams[0] ?? 'both') : 'both'
}

interface ChannelRecordingProps {
  sn: string
  channel: Channel
  name: string
  /** By whose clocks its plan goes. */
  timeZone?: string | undefined
  /** There is room for its plan and for what is kept of it. */
  isWhole?: boolean
}

/** What a plan begins with that nobody has painted: nothing less than before. */
const wholeWeek = { continuous: always, events: [] }
const isPainted = (plan: Channel['plan']) => plan !== undefined && plan.continuous.length + plan.events.length > 0
const textOf = (amount: number | null | undefined) => (amount === null || amount === undefined ? '' : String(amount))
const amountOf = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

/** When one camera is recorded, which of its streams, and what is kept of it. */
export function ChannelRecording({ sn, channel, name, timeZone, isWhole = false }: ChannelRecordingProps) {
  const { t } = useLingui()
  const { chlIndex, mode, streams, kept, plan, keep } = channel
  const { form, field, set, values, trouble, isBusy, isChanged } = useForm({
    initial: {
      mode,
      streams: choiceOf(streams),
      plan: plan && isPainted(plan) ? plan : wholeWeek,
      days: textOf(keep?.days),
      gigabytes: textOf(keep?.gigabytes),
    },
    schema: z.object({
      mode: z.enum(recordingChoices),
      streams: z.enum(['both', 'main', 'sub']),
      plan: recordingPlan,
      ...recordingKeep.shape,
    }),
    input: ({ days, gigabytes, ...rest }) => ({ ...rest, days: amountOf(days), gigabytes: amountOf(gigabytes) }),
    words: {
      days: t`Whole days, from 1 to 3650; empty: as long as there is room.`,
      gigabytes: t`Gigabytes, at least 0.1; empty: as much as there is room.`,
    },
    send: async ({ mode: chosen, streams: which, plan: painted, days, gigabytes }) => {
      const told = isWhole && {
        ...(plan && chosen === 'schedule' && { plan: painted }),
        ...(keep && { keep: { days, gigabytes } }),
      }
      const value = { chlIndex, mode: chosen, ...(streams && { streams: [...streamChoices[which]] }), ...told }
      await setRecording({ sn, change: { section: 'recording', value } })
      // The button goes, and the focus must not go with it.
      form.ref.current?.querySelector('select')?.focus()
      say('done', said[chosen])
    },
  })
  const words: Record<RecordingChoice, string> = {
    off: t`Off`,
    continuous: t`Continuous`,
    events: t`Around events`,
    schedule: t`By a plan of the week`,
  }
  const said: Record<RecordingChoice, string> = {
    schedule: t`“${name}” is recorded by its plan.`,
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
        data={((isWhole && plan) || mode === 'schedule' ? recordingChoices : recordingModes).map((value) => ({
          value,
          label: words[value],
        }))}
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
      {isWhole && keep && (
        <>
          <TextInput
            className={classes['amount']}
            label={t`Keep for days`}
            inputMode="numeric"
            placeholder={t`As long as there is room`}
            {...field('days')}
          />
          <TextInput
            className={classes['amount']}
            label={t`Keep gigabytes`}
            inputMode="decimal"
            placeholder={t`As much as there is room`}
            {...field('gigabytes')}
          />
        </>
      )}
      {isWhole && values.mode === 'schedule' && (
        <div className={classes['plan']}>
          <RecordingPlanPainter plan={values.plan} onChange={(next) => set('plan', next)} error={trouble.plan} timeZone={timeZone} />
        </div>
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
