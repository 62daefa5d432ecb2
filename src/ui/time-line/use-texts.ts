import { useLingui } from '@lingui/react/macro'
import { timeIn } from '#shared/time/zone.ts'
import { isWithin, overGap, type Spans } from './core/spans.ts'
import { wordsOf } from './paint/texts.ts'

interface Zones {
  zone: string
  /** The viewer's own zone where its clocks show another time. */
  own: string | undefined
}

/** A time by the clocks of the site, and the viewer's own beside it; `isFine`: to tenths of a second. */
export function useClockText(zone: string, own: string | undefined): (atMs: number, isFine: boolean) => { time: string; beside?: string } {
  const { t } = useLingui()
  return (atMs, isFine) => {
    const time = timeIn(atMs, zone, isFine ? 'HH:mm:ss.SSS' : 'HH:mm:ss').replace(/(\.\d)\d\d$/, '$1')
    if (own === undefined) return { time }
    const ownTime = timeIn(atMs, own, 'HH:mm:ss')
    return { time, beside: t`${ownTime} your time` }
  }
}

/** What a screen reader says of a moment: its date and time in words, the viewer's own time, whether anything is recorded, and what the page adds. */
export function useValueText({
  zone,
  own,
  lanes = [],
  describe,
}: Zones & { lanes?: readonly { recorded: { any: Spans } }[] | undefined; describe?: ((atMs: number) => string) | undefined }) {
  const { t, i18n } = useLingui()
  function ofGap(atMs: number): string | undefined {
    if (lanes.length === 0 || lanes.some(({ recorded }) => isWithin(recorded.any, atMs))) return undefined
    const next = lanes.map(({ recorded }) => overGap(recorded.any, atMs)).filter((begin) => begin !== undefined)
    if (next.length === 0) return t`nothing recorded from here on`
    const nextTime = timeIn(Math.min(...next), zone, 'HH:mm:ss')
    return t`nothing recorded, next at ${nextTime}`
  }
  return (atMs: number): string => {
    const ownTime = own === undefined ? undefined : timeIn(atMs, own, 'HH:mm:ss')
    const parts = [wordsOf(atMs, zone, i18n.locale), ownTime && t`${ownTime} your time`, ofGap(atMs), describe?.(atMs)]
    return parts.filter(Boolean).join(i18n.locale.startsWith('zh') ? '，' : ', ')
  }
}
