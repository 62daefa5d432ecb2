import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatches, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { menuQuery } from '../../data/app/menu.ts'
import { chooseColumns, choices } from '../../data/person/choices.ts'
import { pathWithin } from '../../lib/path-within.ts'
import type { MenuPage } from '../../ui/page/page-names.ts'
import buttons from '../../ui/controls/button.module.css'
import { KeptColumnsContext } from '../../ui/controls/table/column-widths.ts'
import { adoptLanguage } from '../../ui/text/i18n.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { adoptTheme } from '../../ui/theme/theme-choice.ts'
import { ConfirmLeave } from './confirm-leave.tsx'
import { KeptPages, useKeptPages } from './kept-pages.tsx'
import { OutboxLine } from './outbox-line.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { CapabilityLine } from './capability-line.tsx'
import { MaintenanceLine } from './maintenance-line.tsx'
import { Rail } from './rail.tsx'
import { RefusedLine } from './refused-line.tsx'
import { RemoteAccessLine } from './remote-access-line.tsx'
import { StateLine } from './state-line.tsx'
import { SoundLine } from './sound-line.tsx'
import { StorageLine } from './storage-line.tsx'
import classes from './frame.module.css'

/** Rail, the thin line of what is wrong, and the page. */
export function HomeFrame() {
  useSignedOut()
  usePreferences()
  const { data: menu } = useQuery(menuQuery)
  const { page, isBare = false } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const { kiosk: isKiosk = false } = useSearch({ strict: false })
  const isAlone = isKiosk || isBare
  const isInMenu = (wanted: MenuPage) => menu === undefined || menu.items.some((item) => item.page === wanted)
  const isDenied = page !== undefined && !isInMenu(page)
  const pages = useKeptPages(isInMenu)
  const { columns } = useSnapshot(choices)
  const keptColumns = useMemo(() => ({ tables: columns ?? {}, keep: chooseColumns }), [columns])
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#page">
        <Trans>Skip to the page</Trans>
      </a>
      {!isAlone && <Rail items={menu?.items ?? []} searchOf={pages.searchOf} />}
      <div className={classes['main']}>
        <StateLine isKiosk={isKiosk} />
        {!isAlone && <MaintenanceLine />}
        {!isAlone && <CapabilityLine />}
        <SoundLine />
        <StorageLine />
        <OutboxLine />
        <RefusedLine />
        <RemoteAccessLine />
        <main id="page" tabIndex={-1} className={classes['page']}>
          <KeptColumnsContext value={keptColumns}>{isDenied ? <Denied /> : <KeptPages pages={pages} />}</KeptColumnsContext>
        </main>
      </div>
      <IdleWarning />
      <ConfirmLeave pages={pages} />
    </div>
  )
}

function Denied() {
  return (
    <Notice
      isPage
      drawing="lock"
      title={<Trans>Your role does not include this page. An administrator of your organization can give you access.</Trans>}
      step={
        <Link className={buttons['main']} to="/live">
          <Trans>Go to video</Trans>
        </Link>
      }
    />
  )
}

/** Language and theme of the person, where this machine has none of its own; also when they change elsewhere meanwhile. */
function usePreferences(): void {
  const { session } = useSnapshot(coreState)
  const language = session.kind === 'signed-in' ? session.user.language : undefined
  const theme = session.kind === 'signed-in' ? session.user.theme : undefined
  useEffect(() => {
    if (language) void adoptLanguage(language)
  }, [language])
  // Before the frame is seen.
  useLayoutEffect(() => {
    if (theme) adoptTheme(theme)
  }, [theme])
}

/** Leaves for the sign-in page when the session ends, here or in another tab; comes back here if it ended against one's will. */
function useSignedOut(): void {
  const router = useRouter()
  const { session } = useSnapshot(coreState)
  const isOut = session.kind === 'signed-out'
  const wasForced = session.kind === 'signed-out' && session.code !== undefined
  useEffect(() => {
    if (!isOut) return
    const to = wasForced ? pathWithin(router.state.location.href) : undefined
    void router.navigate({ to: '/login', search: { to }, replace: true })
  }, [isOut, wasForced, router])
}
