import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { RuleScope } from '#contract/calls/event/alarm-rule.ts'
import { channelKey } from '#shared/channel-key.ts'
import { SearchField } from '../controls/search-field.tsx'
import { useTreeFocus, type RowFocus } from '../controls/use-tree-focus.ts'
import { isCameraChosen, siteChoice, withCamera, withSite } from './scope-choice.ts'
import classes from './places.module.css'

/** So many cameras of a site are listed; the others are found by name. */
const MOST_LISTED = 100

/** A site with the cameras of it that may be chosen. `isWhole`: all that the person sees there may. */
export interface ChosenSite {
  siteId: string
  siteName: string
  cameras: readonly Channel[]
  isWhole: boolean
}

interface PlacesTreeProps {
  sites: readonly ChosenSite[]
  scope: RuleScope
  onChange: (scope: RuleScope) => void
  error: ReactNode
}

type Row =
  | { kind: 'site'; id: string; site: ChosenSite; isOpen: boolean; position: number; siblings: number }
  | { kind: 'camera'; id: string; site: ChosenSite; camera: Channel; position: number; siblings: number }

/** Sites and their cameras as a tree in which whole sites, or single cameras, are checked. */
export function PlacesTree({ sites, scope, onChange, error }: PlacesTreeProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(sites.filter((site) => ['some', 'each'].includes(siteChoice(site, scope))).map(({ siteId }) => siteId)),
  )
  const rows = rowsOf(sites, text.toLocaleLowerCase(i18n.locale), i18n.locale, open)
  const ids = rows.map((row) => row.id)
  const { list, tabStop, focusRow, rowFocus } = useTreeFocus(ids)

  function setSiteOpen(siteId: string, isOpen: boolean) {
    const next = new Set(open)
    if (isOpen) next.add(siteId)
    else next.delete(siteId)
    setOpen(next)
  }
  function toggle(row: Row) {
    if (row.kind === 'camera') {
      onChange(withCamera(row.site, row.camera, !isCameraChosen(row.site, row.camera, scope), scope))
    } else if (row.site.isWhole) onChange(withSite(row.site, siteChoice(row.site, scope) !== 'whole', scope))
    else {
      // Who may not set rules for all of a site chooses the cameras of it that they may.
      const isChosen = siteChoice(row.site, scope) !== 'each'
      onChange(row.site.cameras.reduce((chosen, camera) => withCamera(row.site, camera, isChosen, chosen), scope))
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    const index = ids.indexOf(tabStop ?? '')
    const row = rows[index]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const isSite = row.kind === 'site'
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(ids[index + 1]),
      ArrowUp: () => focusRow(ids[index - 1]),
      Home: () => focusRow(ids[0]),
      End: () => focusRow(ids.at(-1)),
      ArrowRight: () => (isSite && !row.isOpen ? setSiteOpen(row.id, true) : focusRow(isSite ? ids[index + 1] : undefined)),
      ArrowLeft: () => (isSite ? setSiteOpen(row.id, false) : focusRow(row.site.siteId)),
      ' ': () => toggle(row),
      Enter: () => toggle(row),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }

  return (
    <div className={classes['places']}>
      <SearchField label={t`Find a site or camera`} value={text} onChange={setText} />
      {rows.length === 0 && (
        <p className={classes['hint']}>
          {text === '' ? <Trans>There is no place for which you may set rules.</Trans> : <Trans>No site or camera has this name.</Trans>}
        </p>
      )}
      <ul
        ref={list}
        className={classes['tree']}
        role="tree"
        aria-label={t`Sites and cameras`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        tabIndex={error ? -1 : undefined}
        data-own-keys
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => (
          <PlaceRow
            key={row.id}
            row={row}
            scope={scope}
            focus={rowFocus(row.id)}
            onToggle={() => toggle(row)}
            onOpen={() => row.kind === 'site' && setSiteOpen(row.id, !row.isOpen)}
          />
        ))}
      </ul>
      {error && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The rows that are shown: while somebody searches all that is found is open. */
function rowsOf(sites: readonly ChosenSite[], wanted: string, locale: string, open: ReadonlySet<string>): Row[] {
  const matches = (name: string) => name.toLocaleLowerCase(locale).includes(wanted)
  const shown = sites.flatMap((site) => {
    const cameras = matches(site.siteName) ? site.cameras : site.cameras.filter(({ channelName }) => matches(channelName))
    return matches(site.siteName) || cameras.length > 0 ? [{ site, cameras: cameras.slice(0, MOST_LISTED) }] : []
  })
  return shown.flatMap(({ site, cameras }, index): Row[] => {
    const isOpen = wanted !== '' || open.has(site.siteId)
    const own: Row = { kind: 'site', id: site.siteId, site, isOpen, position: index + 1, siblings: shown.length }
    if (!isOpen) return [own]
    return [
      own,
      ...cameras.map((camera, at): Row => {
        const id = channelKey(camera.sn, camera.chlIndex)
        return { kind: 'camera', id, site, camera, position: at + 1, siblings: cameras.length }
      }),
    ]
  })
}

interface PlaceRowProps {
  row: Row
  scope: RuleScope
  focus: RowFocus
  onToggle: () => void
  onOpen: () => void
}

function PlaceRow({ row, scope, focus, onToggle, onOpen }: PlaceRowProps) {
  const isSite = row.kind === 'site'
  const choice = isSite ? siteChoice(row.site, scope) : undefined
  const isChecked = isSite ? choice === 'whole' : isCameraChosen(row.site, row.camera, scope)
  const isMixed = choice === 'some' || choice === 'each'
  return (
    <li
      role="treeitem"
      data-node={row.id}
      className={classes['row']}
      aria-level={isSite ? 1 : 2}
      aria-expanded={isSite ? row.isOpen : undefined}
      aria-checked={isMixed ? 'mixed' : isChecked}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      {...focus}
      onClick={onToggle}
    >
      {isSite && (
        <span
          className={classes['unfold']}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            onOpen()
          }}
        >
          <IconChevronRight size={14} stroke={1.5} />
        </span>
      )}
      <span className={classes['box']} aria-hidden>
        {isMixed ? <IconMinus size={12} stroke={2.5} /> : isChecked && <IconCheck size={12} stroke={2.5} />}
      </span>
      <span className={classes['name']}>{isSite ? row.site.siteName : row.camera.channelName}</span>
      {isSite && <span className={classes['count']}>{siteNote(row.site, choice ?? 'none')}</span>}
    </li>
  )
}

function siteNote({ cameras }: ChosenSite, choice: ReturnType<typeof siteChoice>): ReactNode {
  if (choice === 'whole') return <Trans>all cameras, those to come included</Trans>
  if (choice === 'each') return <Trans>all cameras of today</Trans>
  return <Plural value={cameras.length} one="# camera" other="# cameras" />
}
