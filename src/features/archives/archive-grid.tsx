import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs'
import { useEffect, useRef, useState } from 'react'
import { archiveStatuses } from '#contract/states/archive.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { archiveVideosQuery } from '../../data/records/archives.ts'
import { ArchiveState } from '../../ui/archive/archive-status.tsx'
import { SelectBox } from '../../ui/controls/table/select-box.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { durationText } from '../../ui/text/time-text.ts'
import { ArchiveRowActions } from './archive-row-actions.tsx'
import type { ShownArchives } from './archive-table.tsx'
import classes from './archives.module.css'

/** The archives of a page as pictures: what a guard looks for is seen sooner than read. */
export function ArchiveGrid({ archives, chosen, onChoose }: ShownArchives) {
  const { t, i18n } = useLingui()
  const zones = useSiteZones()
  function choose(archiveId: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(archiveId)
    else next.delete(archiveId)
    onChoose(next)
  }
  return (
    <ul className={classes['grid']} aria-label={t`Archives`}>
      {archives.map((archive) => {
        const { archiveId, title, cameraName, siteId, siteName, startMs, durationMs, status, failCode } = archive
        const isMade = status === archiveStatuses.success
        return (
          <li key={archiveId} className={classes['tile']} data-chosen={chosen.has(archiveId)}>
            <Link to="/archives-details/$id" params={{ id: archiveId }} aria-label={title}>
              <span className={classes['picture']}>
                <IconMovie size={24} stroke={1.5} aria-hidden />
                {isMade && <Poster archiveId={archiveId} />}
                {isMade && <span className={`${classes['length']} sl-figures`}>{durationText(durationMs, i18n.locale)}</span>}
              </span>
              <strong>{title}</strong>
              <span className={classes['where']}>
                {cameraName} · {siteName}
              </span>
              <span className={`${classes['where']} sl-figures`}>{siteTimeText(startMs, i18n.locale, zones.ofSite(siteId))}</span>
            </Link>
            <span className={classes['tick']}>
              <SelectBox
                label={t`Choose “${title}”`}
                isChosen={chosen.has(archiveId)}
                onChange={(isChosen) => choose(archiveId, isChosen)}
              />
            </span>
            {/* Beside the link, whose name is the title alone. */}
            {failCode !== null && <p className={classes['reason']}>{errorText({ code: failCode })}</p>}
            <div className={classes['state']}>
              {!isMade && <ArchiveState archive={archive} isWhyElsewhere />}
              <ArchiveRowActions archive={archive} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A picture of the clip itself, fetched when it comes into sight: its first seconds are enough for that. */
function Poster({ archiveId }: { archiveId: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  const { data } = useQuery({ ...archiveVideosQuery(archiveId), enabled: isSeen })
  const url = data?.videos[0]?.url
  return (
    <span ref={place} className={classes['poster']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a still picture */}
      {url && <video src={`${url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} aria-hidden />}
    </span>
  )
}
