import { useLingui } from '@lingui/react/macro'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { Suspense, useDeferredValue, useState, type ReactNode, type Ref } from 'react'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { AsOf } from '../../../ui/notice/as-of.tsx'
import { CameraTree, type CameraTreeProps } from './camera-tree.tsx'
import classes from '../live.module.css'

interface CameraPanelProps extends Pick<CameraTreeProps, 'placeOf' | 'onOpen'> {
  tip: ReactNode
  searchRef?: Ref<HTMLInputElement>
}

/** Search and tree of cameras. */
export function CameraPanel({ placeOf, onOpen, tip, searchRef }: CameraPanelProps) {
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
          <CameraTree search={deferred} placeOf={placeOf} onOpen={onOpen} />
        </Suspense>
      </div>
      <p className={classes['tip']}>{tip}</p>
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
