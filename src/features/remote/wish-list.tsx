import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StationWish } from '#contract/station.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { layoutsQuery, toursQuery } from '../../data/places/layouts.ts'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import classes from './remote.module.css'

/** So many are listed; the others are found by name. */
const MOST_LISTED = 60

type Kind = 'cameras' | 'layouts' | 'tours'
interface Wished {
  id: string
  name: string
  where?: string
  wish: StationWish
}

/** All that the screen may show instead: cameras, layouts, tours. */
export function WishList({ reason, onChoose }: { reason: string | undefined; onChoose: (wish: StationWish) => void }) {
  const { t, i18n } = useLingui()
  const [kind, setKind] = useState<Kind>('cameras')
  const [text, setText] = useState('')
  const { data: channels } = useQuery(channelsQuery)
  const { data: layouts } = useQuery(layoutsQuery)
  const { data: tours } = useQuery(toursQuery)
  const offered: Record<Kind, Wished[] | undefined> = {
    cameras: channels?.channels.flatMap(({ sn, chlIndex, channelName, siteName, rights }) =>
      rights.includes('live')
        ? [{ id: `${sn} ${chlIndex}`, name: channelName, where: siteName, wish: { kind: 'camera', sn, chlIndex } as const }]
        : [],
    ),
    layouts: layouts?.configs.map(({ configId, configName }) => ({ id: configId, name: configName, wish: { kind: 'layout', configId } })),
    tours: tours?.configs.map(({ configId, configName }) => ({ id: configId, name: configName, wish: { kind: 'tour', configId } })),
  }
  const wanted = text.toLocaleLowerCase(i18n.locale)
  const found = offered[kind]?.filter(({ name, where = '' }) => `${name} ${where}`.toLocaleLowerCase(i18n.locale).includes(wanted))
  return (
    <section className={classes['wishes']} aria-label={t`Show something else`}>
      <ChoiceBar
        label={t({ context: 'on a screen', message: 'Show' })}
        choices={[
          { id: 'cameras', name: t`Cameras` },
          { id: 'layouts', name: t`Layouts` },
          { id: 'tours', name: t`Tours` },
        ]}
        value={kind}
        onChoose={setKind}
      />
      <div className={classes['search']}>
        <SearchField label={t`Search`} value={text} onChange={setText} />
      </div>
      {found?.length === 0 && (
        <p className={classes['hint']}>
          <Trans>Nothing has this name.</Trans>
        </p>
      )}
      <ul>
        {found?.slice(0, MOST_LISTED).map(({ id, name, where, wish }) => (
          <li key={id}>
            <button
              type="button"
              aria-disabled={reason !== undefined || undefined}
              data-tip={reason}
              onClick={() => reason === undefined && onChoose(wish)}
            >
              <span>{name}</span>
              {where !== undefined && <small>{where}</small>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
