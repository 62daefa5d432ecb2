import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { partLimits } from '#contract/archives.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import { fileNameOf } from '#contract/rules.ts'
import { channelKey } from '#shared/channel-key.ts'
import { timeIn } from '#shared/time/zone.ts'
import { coreState } from '../../data/core/core.ts'
import { downloadsDialog } from '../../data/records/downloads.ts'
import { downloadParts, partEstimateQuery } from '../../data/records/recorded-parts.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import type { AskedParts } from '../../ui/downloads/clip-downloads.ts'
import { PartsAsked } from '../../ui/downloads/parts-asked.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { countdownText } from '../../ui/text/time-text.ts'
import type { Part } from '../../ui/time-line/core/part.ts'
import type { NamedCamera } from './named-camera.ts'
import { markedSpan, partLengths, spanOf, type PartSpan } from './part-span.ts'
import classes from './save-part.module.css'

const MINUTE_MS = 60_000
const MOST_MINUTES = partLimits.durationMs / MINUTE_MS

interface SavePartProps {
  cameras: readonly NamedCamera[]
  from: PastPlace
  zone: string
  /** What is marked on the time line. */
  part: Part
  /** Where the playhead stood when it was asked for. */
  atMs: number
  onClose: () => void
}

const minutesRule = z.coerce.number().check(z.gt(0), z.lte(MOST_MINUTES))
const schema = z
  .object({
    length: z.enum(partLengths),
    minutes: z.string(),
    cameras: z.array(z.string()).check(z.minLength(1, 'no-camera')),
  })
  .check(
    z.refine(({ length, minutes }) => length !== 'custom' || minutesRule.safeParse(minutes).success, {
      path: ['minutes'],
      error: 'no-length',
    }),
  )

/** Has a part of the recordings downloaded: of these cameras, from when to when, and how large it becomes. */
export function SavePart({ cameras, from, zone, part, atMs, onClose }: SavePartProps) {
  const { t, i18n } = useLingui()
  const { isServiceReachable, clockOffsetMs } = useSnapshot(coreState)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(cameras.map(keyOf)))
  const [outcome, setOutcome] = useState<AskedParts>()
  const [nowMs] = useState(() => Date.now() + clockOffsetMs)
  const wanted = cameras.filter((camera) => chosen.has(keyOf(camera)))
  const marked = markedSpan(part)
  const { form, field, values, trouble, isBusy } = useForm({
    initial: { length: marked === undefined ? '60000' : 'marked', minutes: '2', cameras: '' },
    schema,
    input: (typed) => ({ ...typed, cameras: [...chosen] }),
    words: { cameras: t`Choose at least one camera.`, minutes: t`More than 0 and at most ${MOST_MINUTES} minutes.` },
    send: async () => {
      const begin = timeIn(span.startMs, zone, 'YYYY-MM-DD HH.mm.ss')
      const parts = wanted.map(({ sn, chlIndex, name }) => ({ sn, chlIndex, from, title: fileNameOf(`${name} ${begin}`), ...span }))
      setOutcome(await downloadParts(parts))
    },
  })
  const minutes = minutesRule.safeParse(values.minutes)
  const length = partLengths.find((one) => one === values.length) ?? '60000'
  const span = spanOf(length, minutes.success ? minutes.data : 1, { part, atMs, nowMs })
  if (outcome !== undefined)
    return <PartsAsked asked={outcome} title={<Trans>Save a part</Trans>} onShow={showDownloads} onClose={onClose} />
  const lengths = [
    ...(marked === undefined ? [] : [{ value: 'marked', label: t`From mark to mark` }]),
    { value: '30000', label: t`30 seconds` },
    { value: '60000', label: t`1 minute` },
    { value: '300000', label: t`5 minutes` },
    { value: '900000', label: t`15 minutes` },
    { value: 'custom', label: t`Another length` },
  ]
  const { error: _length, ...lengthField } = field('length')
  return (
    <Dialog title={<Trans>Save a part</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <Select label={t`Length`} data-autofocus data={lengths} {...lengthField} />
        {length === 'custom' && <TextInput label={t`Minutes`} inputMode="decimal" {...field('minutes')} />}
        {cameras.length > 1 && (
          <fieldset className={classes['cameras']}>
            <legend>
              <Trans>Cameras</Trans>
            </legend>
            {cameras.map((camera) => (
              <Checkbox
                key={keyOf(camera)}
                label={camera.name}
                checked={chosen.has(keyOf(camera))}
                onChange={({ currentTarget: { checked } }) => setChosen(withKey(chosen, keyOf(camera), checked))}
              />
            ))}
          </fieldset>
        )}
        <Told cameras={wanted} from={from} span={span} locale={i18n.locale} zone={zone} />
        <FormFoot trouble={trouble.form ?? trouble.cameras} onCancel={onClose}>
          <OnlineButton
            type="submit"
            loading={isBusy}
            offlineReason={isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`}
          >
            <Trans>Download</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}

function showDownloads(): void {
  downloadsDialog.isOpen = true
}

interface ToldProps {
  cameras: readonly NamedCamera[]
  from: PastPlace
  span: PartSpan
  locale: string
  zone: string
}

/** From when to when, how long and how large: before anything is fetched. */
function Told({ cameras, from, span, locale, zone }: ToldProps) {
  const estimates = useQueries({
    queries: cameras.map(({ sn, chlIndex }) => partEstimateQuery({ sn, chlIndex, from, ...span })),
    combine: (answers) => ({
      isKnown: answers.every(({ data }) => data !== undefined),
      recordedMs: answers.map(({ data }) => data?.recordedMs ?? undefined),
      sizeBytes: sumOf(answers.map(({ data }) => data?.sizeBytes ?? undefined)),
    }),
  })
  const most = estimates.recordedMs.every((ms) => ms !== undefined) ? Math.max(0, ...estimates.recordedMs) : undefined
  const lengthMs = span.endMs - span.startMs
  const size = estimates.sizeBytes
  return (
    <>
      <Facts
        facts={[
          { name: <Trans>Begin</Trans>, value: siteTimeText(span.startMs, locale, zone), isFigures: true },
          { name: <Trans>End</Trans>, value: siteTimeText(span.endMs, locale, zone), isFigures: true },
          { name: <Trans>Format</Trans>, value: 'AVI' },
          { name: <Trans>Duration</Trans>, value: countdownText(lengthMs), isFigures: true },
          {
            name: <Trans>Size, about</Trans>,
            value: !estimates.isKnown ? '…' : size === undefined ? <Trans>Not known before</Trans> : bytesText(size, locale),
            isFigures: true,
          },
        ]}
      />
      {estimates.isKnown && cameras.length > 0 && most !== undefined && most < lengthMs && (
        <p className={forms['text']} role="status">
          {most === 0 ? <Trans>Nothing was recorded in this time.</Trans> : <Trans>Of this time {countdownText(most)} was recorded.</Trans>}
        </p>
      )}
    </>
  )
}

function sumOf(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce<number | undefined>((sum, number) => (sum === undefined || number === undefined ? undefined : sum + number), 0)
}

function keyOf({ sn, chlIndex }: NamedCamera): string {
  return channelKey(sn, chlIndex)
}

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}
