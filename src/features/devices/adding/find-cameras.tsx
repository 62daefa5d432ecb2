import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore, type FormEvent } from 'react'
import { bridgeLimits, cameraUrl, cameraUrlOf } from '#contract/bridge-cameras.ts'
import type { Bridge } from '#contract/calls/device/bridge-list.ts'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { bridgesQuery } from '../../../data/places/bridges.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordInput } from '../../../ui/controls/password-input.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { errorText } from '../../../ui/text/error-text.ts'
import { BridgeCameras } from './bridge-cameras.tsx'
import { CameraFinder, eyesToAdd, waitingToBeTried } from './camera-finder.ts'
import { CameraRow } from './camera-row.tsx'
import classes from './adding.module.css'

interface FindCamerasProps {
  /** Whether the person may bind a bridge. */
  mayBind: boolean
  onBind: () => void
  onAdded: (devices: readonly Device[]) => void
}

/** Cameras of other makes, found and added by a bridge that stands in their network. */
export function FindCameras({ mayBind, onBind, onAdded }: FindCamerasProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({ ...bridgesQuery, meta: { isQuiet: true } })
  const bridges = data?.bridges ?? []
  const [chosenSn, setChosenSn] = useState('')
  const bridge = bridges.find(({ sn }) => sn === chosenSn) ?? bridges.find(({ status }) => status === deviceStatuses.online) ?? bridges[0]
  if (data === undefined)
    return <NotThereYet error={error} title={<Trans>The bridges could not be loaded.</Trans>} onRetry={() => void refetch()} />
  if (bridge === undefined) {
    return (
      <Notice
        drawing="device"
        title={<Trans>There is no bridge yet.</Trans>}
        step={
          mayBind && (
            <Button onClick={onBind}>
              <Trans>Add the bridge</Trans>
            </Button>
          )
        }
      >
        <Trans>
          A bridge stands in the network of the cameras and brings them here, whoever made them. It is added once, like any device; its
          serial number and code are on its label.
        </Trans>
      </Notice>
    )
  }
  const { name, siteName } = bridge
  return (
    <>
      {bridges.length > 1 ? (
        <Select
          className={classes['narrow'] ?? ''}
          label={t`Bridge`}
          data={bridges.map((each) => ({ value: each.sn, label: `${each.name} · ${each.siteName}` }))}
          value={bridge.sn}
          onChange={({ currentTarget }) => setChosenSn(currentTarget.value)}
        />
      ) : (
        <p className={classes['hint']}>
          <Trans>
            By the bridge “{name}” at the site {siteName}.
          </Trans>
        </p>
      )}
      {bridge.status === deviceStatuses.online ? (
        <Finder key={bridge.sn} bridge={bridge} onAdded={onAdded} />
      ) : (
        <p className={classes['warning']} role="alert">
          <Trans>This bridge is offline. See that it runs and has a network.</Trans>
        </p>
      )}
    </>
  )
}

function Finder({ bridge, onAdded }: { bridge: Bridge; onAdded: (devices: readonly Device[]) => void }) {
  const { t } = useLingui()
  const [finder] = useState(() => new CameraFinder(bridge.sn))
  const state = useSyncExternalStore(finder.subscribe, finder.read)
  const [account, setAccount] = useState({ username: '', password: '' })
  useEffect(() => () => finder.stop(), [finder])
  const { search, rows, work, fault } = state
  const [toTry, toAdd] = [waitingToBeTried(state), eyesToAdd(state)]
  const choosable = rows.filter(({ knownAs }) => knownAs === undefined)
  const areAllChosen = choosable.every(({ isChosen }) => isChosen)
  const hasBadName = toAdd.some(({ name }) => name.trim() === '')
  async function add() {
    const devices = await finder.addChosen(account)
    const isAllAdded = eyesToAdd(finder.read()).length === 0 && finder.read().fault === undefined
    if (devices.length > 0 && isAllAdded) onAdded(devices)
  }
  return (
    <>
      <div className={classes['bar']}>
        {search === 'on' ? (
          <Button variant="default" onClick={() => finder.stop()}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <Button variant={rows.length === 0 ? 'filled' : 'default'} data-autofocus="" onClick={() => void finder.search()}>
            {search === 'idle' ? <Trans>Find cameras</Trans> : <Trans>Search again</Trans>}
          </Button>
        )}
        <p role="status">
          {search === 'on' && <Trans>The bridge is looking…</Trans>}{' '}
          {(search !== 'idle' || rows.length > 0) && (
            <Plural value={rows.length} _0="No camera so far." one="# camera." other="# cameras." />
          )}
        </p>
        {choosable.length > 1 && (
          <Button variant="default" disabled={work !== 'none'} onClick={() => finder.chooseAll(!areAllChosen)}>
            {areAllChosen ? <Trans>Choose none</Trans> : <Trans>Choose all</Trans>}
          </Button>
        )}
      </div>
      {search === 'over' && rows.length === 0 && fault === undefined && (
        <p className={classes['hint']}>
          <Trans>No camera answered. See whether ONVIF and its discovery are switched on in the camera, or type its address.</Trans>
        </p>
      )}
      <TypedAddress onAddress={(typed) => finder.type(typed)} />
      {rows.length > 0 && (
        <ul className={classes['found']} aria-label={t`Cameras found`}>
          {rows.map((row) => (
            <CameraRow key={row.cameraUrl} row={row} finder={finder} isBusy={work !== 'none'} />
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <form
          className={classes['account']}
          onSubmit={(event) => {
            event.preventDefault()
            void finder.tryChosen(account)
          }}
        >
          <p className={classes['hint']}>
            <Trans>Name and password of the chosen cameras. Only the bridge keeps them.</Trans>
          </p>
          <div className={classes['pair']}>
            <TextInput
              label={t`User name of the cameras`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={bridgeLimits.accountLength}
              value={account.username}
              onChange={({ currentTarget: { value } }) => setAccount((now) => ({ ...now, username: value }))}
            />
            <PasswordInput
              label={t`Password of the cameras`}
              autoComplete="off"
              maxLength={bridgeLimits.accountLength}
              value={account.password}
              onChange={({ currentTarget: { value } }) => setAccount((now) => ({ ...now, password: value }))}
            />
          </div>
          <TroubleLine text={fault && errorText(fault)} />
          <div className={classes['foot']}>
            <Button
              type="submit"
              variant={toAdd.length > 0 ? 'default' : 'filled'}
              disabled={toTry.length === 0 || work === 'adding'}
              loading={work === 'trying'}
            >
              <Plural value={toTry.length} _0="Try the chosen" one="Try # camera" other="Try # cameras" />
            </Button>
            {toAdd.length > 0 && (
              <Button disabled={hasBadName || work === 'trying'} loading={work === 'adding'} onClick={() => void add()}>
                <Plural value={toAdd.length} one="Add # camera" other="Add # cameras" />
              </Button>
            )}
          </div>
        </form>
      )}
      {rows.length === 0 && <TroubleLine text={fault && errorText(fault)} />}
      <BridgeCameras bridge={bridge} />
    </>
  )
}

/** For cameras that do not tell of themselves, or speak RTSP alone. */
function TypedAddress({ onAddress }: { onAddress: (typed: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    const isGood = cameraUrl.safeParse(cameraUrlOf(typed)).success
    setWrong(!isGood)
    if (!isGood) return
    onAddress(typed)
    setTyped('')
  }
  return (
    <form className={classes['typed']} onSubmit={submit}>
      <TextInput
        label={t`Address of a camera`}
        placeholder="192.168.1.20 · rtsp://192.168.1.20/stream1"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={bridgeLimits.urlLength}
        value={typed}
        error={isWrong && t`Type a name or an address without a password, such as 192.168.1.20 or rtsp://192.168.1.20/stream1.`}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setWrong(false)
        }}
      />
      <Button type="submit" variant="default" disabled={typed.trim() === ''}>
        <Trans>Put on the list</Trans>
      </Button>
    </form>
  )
}
