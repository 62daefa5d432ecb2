import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import { useId, type PointerEvent, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { channelStatuses } from '#contract/enums.ts'
import { channelKey } from '#shared/channel-key.ts'
import { CHANNELS_ON_PAGE, licenceChannelsQuery } from '../../../data/organization/licence-channels.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { Pager } from '../../../ui/controls/pager.tsx'
import { StatusDot } from '../../../ui/controls/status-dot.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { carry, carrying } from './carrying.ts'
import classes from './conf.module.css'

interface CameraListProps {
  isLicensed: boolean
  title: ReactNode
  empty: ReactNode
  search: string
  page: number
  onPage: (page: number) => void
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  /** Moves cameras of this list to the other one. */
  onMove: (cameras: readonly ChannelDetail[]) => void
  isBusy: boolean
  offlineReason: string | undefined
}

const keyOf = ({ sn, chlIndex }: ChannelDetail) => channelKey(sn, chlIndex)

/** The cameras that hold a licence, or those that hold none: chosen by their boxes, moved by the button or by dragging. */
export function CameraList({ isLicensed, title, empty, search, page, onPage, chosen, onChoose, onMove, ...rest }: CameraListProps) {
  const { t } = useLingui()
  const titleId = useId()
  const list = isLicensed ? 'licensed' : 'without'
  const { data, error, refetch } = useQuery(licenceChannelsQuery({ isOpen: isLicensed, pageNum: page, search }))
  const isOver = useSnapshot(carrying).now?.over === list
  const here = data?.channels ?? []
  const taken = here.filter((camera) => chosen.has(keyOf(camera)))
  return (
    <section className={classes['list']} aria-labelledby={titleId} data-list={list} data-over={isOver || undefined}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <span className="sl-figures">{data?.total}</span>
      </header>
      {data === undefined ? (
        <NotThereYet error={error} title={<Trans>The cameras could not be loaded.</Trans>} onRetry={() => void refetch()} />
      ) : here.length === 0 ? (
        <p className={classes['empty']}>{search === '' ? empty : <Trans>No camera here matches.</Trans>}</p>
      ) : (
        <>
          <Checkbox
            className={classes['all']}
            label={t`Choose all that are shown`}
            checked={taken.length === here.length}
            indeterminate={taken.length > 0 && taken.length < here.length}
            onChange={({ currentTarget: { checked } }) => onChoose(new Set(checked ? here.map(keyOf) : []))}
          />
          <ul className={classes['rows']} aria-labelledby={titleId}>
            {here.map((camera) => (
              <CameraRow
                key={keyOf(camera)}
                camera={camera}
                isChosen={chosen.has(keyOf(camera))}
                onChoose={(isChosen) => onChoose(changed(chosen, keyOf(camera), isChosen))}
                onPress={(press) =>
                  // One that is chosen takes the others along.
                  carry(press, chosen.has(keyOf(camera)) ? taken : [camera], (to) => {
                    if (to !== list) onMove(chosen.has(keyOf(camera)) ? taken : [camera])
                  })
                }
              />
            ))}
          </ul>
        </>
      )}
      <footer>
        <OnlineButton
          variant={isLicensed ? 'default' : 'filled'}
          offlineReason={rest.offlineReason ?? (taken.length === 0 ? t`Choose cameras first.` : undefined)}
          loading={rest.isBusy}
          onClick={() => onMove(taken)}
        >
          {isLicensed ? (
            <Plural value={taken.length} _0="Take the licence back" one="Take # licence back" other="Take # licences back" />
          ) : (
            <Plural value={taken.length} _0="Give a licence" one="Give # licence" other="Give # licences" />
          )}
        </OnlineButton>
        {data !== undefined && data.total > CHANNELS_ON_PAGE && (
          <Pager total={data.total} page={page} size={CHANNELS_ON_PAGE} onTurn={({ page: next = 1 }) => onPage(next)} />
        )}
      </footer>
    </section>
  )
}

interface CameraRowProps {
  camera: ChannelDetail
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onPress: (press: PointerEvent) => void
}

function CameraRow({ camera: { channelName, siteName, deviceName, status }, isChosen, onChoose, onPress }: CameraRowProps) {
  const { t } = useLingui()
  const isOnline = status === channelStatuses.online
  return (
    <li data-chosen={isChosen || undefined} onPointerDown={onPress}>
      <IconGripVertical size={14} stroke={1.5} aria-hidden />
      <Checkbox
        label={
          <span className={classes['name']}>
            {channelName}
            <small>{`${siteName} · ${deviceName}`}</small>
          </span>
        }
        checked={isChosen}
        onChange={({ currentTarget: { checked } }) => onChoose(checked)}
      />
      <StatusDot status={isOnline ? 'online' : 'offline'} word={isOnline ? t`Online` : t`Offline`} hideWord />
    </li>
  )
}

function changed(chosen: ReadonlySet<string>, key: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen)
  if (isChosen) next.add(key)
  else next.delete(key)
  return next
}
