import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { ListedStation, OutputOfStation } from '#contract/calls/station/station-list.ts'
import type { StationPressure, StationStart, StationTroubleKind } from '#contract/station.ts'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { faultTexts } from '../../ui/text/error-text.ts'
import classes from './stations.module.css'

/** Whether a station's screen is there. */
export function StationState({ station }: { station: ListedStation }) {
  const { t } = useLingui()
  const isHere = station.outputs.some(({ isConnected }) => isConnected)
  const [status, word] = !station.isPaired
    ? (['warning', t`Not paired`] as const)
    : isHere
      ? (['online', t`Connected`] as const)
      : (['offline', t`Away`] as const)
  return (
    <>
      <StatusDot status={status} word={word} hideWord />
      {word}
    </>
  )
}

/** How many pictures of its screens are not live, so that it is found among many; nothing where all are. */
export function NotLive({ station: { outputs } }: { station: ListedStation }) {
  const windows = outputs.flatMap(({ isConnected, report }) => (isConnected ? (report?.windows ?? []) : []))
  const count = windows.filter(({ state }) => state === 'frozen' || state === 'failed').length
  if (count === 0) return null
  return (
    <strong className={classes['notLive']}>
      <Plural value={count} one="# picture not live" other="# pictures not live" />
    </strong>
  )
}

/** What an output shows by the office. */
export function ShownTitle({ output: { content, report, isConnected } }: { output: OutputOfStation }) {
  if (isConnected && report !== null && report.shownTitle !== '') return report.shownTitle
  return content.kind === 'clock' ? <Trans>Clock</Trans> : content.title
}

export const startNames: Record<StationStart, MessageDescriptor> = {
  start: msg({ context: 'of a screen', message: 'Started' }),
  office: msg`Reloaded by the office`,
  version: msg`New version`,
  memory: msg`Its memory had grown`,
  age: msg`Renewed after some hours`,
  fault: msg`It had failed`,
}

/** What browsers tell in place of a temperature. */
export const pressureNames: Record<StationPressure, MessageDescriptor> = {
  nominal: msg`Low load`,
  fair: msg`Moderate`,
  serious: msg`High: it may get warm`,
  critical: msg`Critical: it may be slowed down by its heat`,
}

const ownNames = { away: msg`Screen away`, frozen: msg`Picture stood still` } as const

/** What a trouble is, in words. */
export function troubleName(kind: StationTroubleKind): MessageDescriptor {
  return kind === 'away' || kind === 'frozen' ? ownNames[kind] : faultTexts[kind]
}
