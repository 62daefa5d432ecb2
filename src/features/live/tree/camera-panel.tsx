import { Trans, useLingui } from '@lingui/react/macro'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { Suspense, useDeferredValue, useState, type Ref } from 'react'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { AsOf } from '../../../ui/notice/as-of.tsx'
import { CameraTree } from './camera-tree.tsx'
import classes from '../live.module.css'

/** Search and tree of cameras. `count`: windows of the wall. */
export function CameraPanel({ count, searchRef, onOpened }: { count: number; searchRef?: Ref<HTMLInputElement>; onOpened?: () => void }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const age = useAnswerAge(channelsQuery.queryKey)
  const deferred = useDeferredValue(search.trim())
  return (
    <>
      <div className={classes['search']}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <input
          ref={searchRef}
          type="search"
          value={search}
          placeholder={t`Search cameras`}
          aria-label={t`Search cameras`}
          aria-keyshortcuts="/"
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && (search === '' ? event.currentTarget.blur() : setSearch(''))}
        />
      </div>
      {age !== undefined && (
        <div className={classes['age']}>
          <AsOf timeMs={age} />
        </div>
      )}
      <div className={classes['cameras']}>
        <Suspense fallback={<TreeSkeleton />}>
          <CameraTree count={count} search={deferred} onOpened={onOpened} />
        </Suspense>
      </div>
      <p className={classes['tip']}>
        <Trans>Double-click a camera or drag it onto a window.</Trans>
      </p>
    </>
  )
}

function TreeSkeleton() {
  return (
    <div className={classes['skeleton']} aria-hidden>
      {[56, 72, 64, 80, 48, 68].map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
