import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { coreState } from '../../../data/core/core.ts'
import { licenceQuery } from '../../../data/organization/licence.ts'
import { setLicensed } from '../../../data/organization/licence-channels.ts'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { AsOf } from '../../../ui/notice/as-of.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { Page } from '../../../ui/page/page.tsx'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { BackToLicence } from '../back-to-licence.tsx'
import { buttonWords } from '../licence-words.ts'
import { buttonsOf, kindOfButton } from '../purchase/quote-kind.ts'
import { CameraList } from './camera-list.tsx'
import { carrying } from './carrying.ts'
import classes from './conf.module.css'

const none: ReadonlySet<string> = new Set()

/** Which cameras hold a licence (rule 2.1): many at once by their boxes, by dragging, and by keyboard. For administrators. */
export function ConfPage() {
  const { t } = useLingui()
  const { search = '', page = 1, rest = 1 } = useSearch({ from: '/_home/service/servicelicense/conf' })
  const navigate = useNavigate({ from: '/service/servicelicense/conf' })
  const [licensed, setChosenLicensed] = useState(none)
  const [without, setChosenWithout] = useState(none)
  const age = useAnswerAge(licenceQuery.queryKey)
  const { isBusy, trouble, run } = useAction()
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`

  const move = (cameras: readonly ChannelDetail[], isLicensed: boolean) =>
    run(async () => {
      if (cameras.length === 0) return
      await setLicensed(cameras, isLicensed)
      setChosenLicensed(none)
      setChosenWithout(none)
      const text = isLicensed
        ? plural(cameras.length, { one: '# camera holds a licence now.', other: '# cameras hold a licence now.' })
        : plural(cameras.length, { one: '# camera holds no licence any more.', other: '# cameras hold no licence any more.' })
      say('done', text, { label: t`Undo`, run: () => void move(cameras, !isLicensed) })
    })
  /** What is dragged does not pass a button that says so. */
  const moveIfPossible = (cameras: readonly ChannelDetail[], isLicensed: boolean) => {
    if (offlineReason === undefined) void move(cameras, isLicensed)
    else say('error', offlineReason)
  }
  const shared = { search, isBusy, offlineReason }
  return (
    <Mantine>
      <Page
        back={<BackToLicence />}
        title={<Trans>Which cameras hold a licence</Trans>}
        filters={
          <>
            <SearchField
              label={t`Search camera or device`}
              value={search}
              onChange={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
            />
            <AsOf timeMs={age} />
          </>
        }
      >
        <div className={classes['conf']}>
          <Room />
          {trouble && (
            <p className={classes['trouble']} role="alert">
              {trouble}
            </p>
          )}
          <div className={classes['lists']}>
            <CameraList
              isLicensed
              title={<Trans>With a licence</Trans>}
              empty={<Trans>No camera holds a licence. Drag one here, or choose it and press the button.</Trans>}
              page={page}
              onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }), replace: true })}
              chosen={licensed}
              onChoose={setChosenLicensed}
              onMove={(cameras) => moveIfPossible(cameras, false)}
              {...shared}
            />
            <CameraList
              isLicensed={false}
              title={<Trans>Without a licence</Trans>}
              empty={<Trans>Every camera holds a licence.</Trans>}
              page={rest}
              onPage={(next) => void navigate({ search: (now) => ({ ...now, rest: next }), replace: true })}
              chosen={without}
              onChoose={setChosenWithout}
              onMove={(cameras) => moveIfPossible(cameras, true)}
              {...shared}
            />
          </div>
        </div>
        <Carried />
      </Page>
    </Mantine>
  )
}

/** How many licences there are, how many of them are held, and what to do when there are too few. */
function Room() {
  const { i18n } = useLingui()
  const { data } = useQuery(licenceQuery)
  if (data === undefined) return null
  const { cameras, covered, freeChlNum } = data.coverage
  const room = covered - cameras
  const [button] = buttonsOf(data).filter((one) => kindOfButton[one] !== 'renew')
  return (
    <div className={classes['room']}>
      <p role="status">
        <Trans>
          {cameras} of {covered} licences are held, {freeChlNum} free ones included.
        </Trans>{' '}
        {room > 0 ? (
          <Plural value={room} one="There is one for # more camera." other="There are some for # more cameras." />
        ) : (
          <strong>
            <Trans>There is none for another camera.</Trans>
          </strong>
        )}
      </p>
      <p className={classes['hint']}>
        <Trans>
          A camera without a licence is shown nowhere and sends nothing. It stays on its device, and can have one again at any time.
        </Trans>
      </p>
      {room <= 0 && button !== undefined && (
        <Link to="/service/servicelicense/purchase" search={{ kind: kindOfButton[button] }}>
          {i18n._(buttonWords[button])}
        </Link>
      )}
    </div>
  )
}

/** What is being dragged, beside the pointer. */
function Carried() {
  const { now } = useSnapshot(carrying)
  if (now === undefined) return null
  return (
    <div className={classes['carried']} style={{ transform: `translate(${now.x + 12}px, ${now.y + 12}px)` }} aria-hidden>
      {now.count === 1 ? now.name : <Plural value={now.count} one="# camera" other="# cameras" />}
    </div>
  )
}
