import { Trans, useLingui } from '@lingui/react/macro'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import { cameraText, type PlaceChoice } from './place-address.ts'
import { placesChosen, withCamera, withSite } from './place-choice.ts'
import classes from './filters.module.css'

/** With more cameras than this a search stands above them. */
const SEARCH_FROM = 8
/** So many cameras of a site are listed; the others are found by name. */
const MOST_LISTED = 100

/** A site with those of its cameras that can be chosen. */
export interface Place {
  siteId: string
  siteName: string
  cameras: readonly { sn: string; chlIndex: number; channelName: string }[]
}

interface PlaceFilterProps {
  sites: readonly Place[]
  search: PlaceChoice
  onChange: (change: PlaceChoice) => void
}

/** Sites, and below each its cameras. None chosen means all of them. */
export function PlaceFilter({ sites, search, onChange }: PlaceFilterProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const wanted = text.trim().toLowerCase()
  const total = sites.reduce((sum, { cameras }) => sum + cameras.length, 0)
  const shown = sites.flatMap((site) => {
    if (wanted === '' || site.siteName.toLowerCase().includes(wanted)) return [site]
    const cameras = site.cameras.filter(({ channelName }) => channelName.toLowerCase().includes(wanted))
    return cameras.length === 0 ? [] : [{ ...site, cameras }]
  })
  function toggle(siteId: string) {
    const next = new Set(open)
    if (!next.delete(siteId)) next.add(siteId)
    setOpen(next)
  }
  return (
    <fieldset className={classes['group']}>
      <legend>
        <Trans>Sites and cameras</Trans>
      </legend>
      {total > SEARCH_FROM && (
        <input
          type="search"
          className={classes['find']}
          aria-label={t`Find a site or camera`}
          placeholder={t`Find a site or camera`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && (
        <p className={classes['hint']}>
          {wanted === '' ? <Trans>There are no cameras here that you may choose.</Trans> : <Trans>No site or camera has this name.</Trans>}
        </p>
      )}
      <ul className={classes['places']}>
        {shown.map((site) => {
          const { siteId, siteName, cameras } = site
          const whole = sites.find((one) => one.siteId === siteId) ?? site
          const chosen = placesChosen(whole, search)
          const isOpen = open.has(siteId) || wanted !== ''
          return (
            <li key={siteId}>
              <div className={classes['site']}>
                <Checkbox
                  label={siteName}
                  checked={chosen === 'all'}
                  indeterminate={chosen === 'some'}
                  onChange={({ currentTarget }) => onChange(withSite(search, whole, currentTarget.checked, sites))}
                />
                <button
                  type="button"
                  className={classes['unfold']}
                  aria-expanded={isOpen}
                  aria-label={t`Cameras of “${siteName}”`}
                  onClick={() => toggle(siteId)}
                >
                  <IconChevronRight size={14} stroke={1.5} aria-hidden />
                </button>
              </div>
              {isOpen && (
                <ul className={classes['cameras']}>
                  {cameras.slice(0, MOST_LISTED).map((camera) => (
                    <li key={cameraText(camera)}>
                      <Checkbox
                        label={camera.channelName}
                        checked={chosen === 'all' || search.cameras?.includes(cameraText(camera)) === true}
                        onChange={({ currentTarget }) =>
                          onChange(withCamera(search, { camera, site: whole }, currentTarget.checked, sites))
                        }
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
