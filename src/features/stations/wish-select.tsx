import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StationWish } from '#contract/station.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { layoutsQuery, toursQuery } from '../../data/places/layouts.ts'
import { stationViewsQuery } from '../../data/places/station-views.ts'
import { Select } from '../../ui/controls/select.tsx'

/** A wish as the value of a choice. */
const CLOCK = 'clock'

/** What was chosen; undefined for what is none. */
export function wishOf(value: string): StationWish | undefined {
  const [kind, first = '', second = ''] = value.split(' ')
  if (kind === CLOCK) return { kind }
  if (kind === 'layout' || kind === 'tour' || kind === 'view') return { kind, configId: first }
  return kind === 'camera' ? { kind, sn: first, chlIndex: Number(second) } : undefined
}

interface WishSelectProps {
  /** The output that it is for: each has views of its own. */
  place: { sn: string; voId: number }
  label: string
  value: string
  /** What stays as it is. */
  kept?: string | undefined
  onChange: (value: string) => void
}

/** What a screen is to show: a clock, one of its views, a layout, a tour or one camera. */
export function WishSelect({ place, label, value, kept, onChange }: WishSelectProps) {
  const { t } = useLingui()
  const { data: layouts } = useQuery(layoutsQuery)
  const { data: tours } = useQuery(toursQuery)
  const { data: views } = useQuery(stationViewsQuery)
  const { data: channels } = useQuery(channelsQuery)
  const named = (kind: string) => (config: { configId: string; configName: string }) => ({
    value: `${kind} ${config.configId}`,
    label: config.configName,
  })
  const data = [
    ...(kept === undefined ? [] : [{ value: '', label: kept }]),
    { value: CLOCK, label: t`Clock` },
    {
      group: t`Views of this screen`,
      items: (views ?? []).filter(({ configValue: { sn, voId } }) => sn === place.sn && voId === place.voId).map(named('view')),
    },
    { group: t`Layouts`, items: (layouts?.configs ?? []).map(named('layout')) },
    { group: t`Tours`, items: (tours?.configs ?? []).map(named('tour')) },
    {
      group: t`Cameras`,
      items: (channels?.channels ?? []).map(({ sn, chlIndex, channelName, siteName }) => ({
        value: `camera ${sn} ${chlIndex}`,
        label: `${channelName} · ${siteName}`,
      })),
    },
  ]
  return <Select label={label} data={data} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
}
