import { Trans } from '@lingui/react/macro'
import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallError } from '../../data/core/call-error.ts'
import { coreState } from '../../data/core/core.ts'
import { applyUpdate } from '../../data/app/service-worker.ts'
import { isLoaderError } from '../../lib/loader-error.ts'
import { hasStarted } from '../../lib/start-events.ts'
import { errorText } from '../../ui/text/error-text.ts'
import buttons from '../../ui/controls/button.module.css'
import { Notice } from '../../ui/notice/notice.tsx'

/** No page has this address. */
export function Lost() {
  return (
    <main>
      <Notice
        isPage
        drawing="lost"
        title={<Trans>There is no page at this address.</Trans>}
        step={
          <Link className={buttons['main']} to="/live">
            <Trans>Go to video</Trans>
          </Link>
        }
      />
    </main>
  )
}

/** A page could not be shown. */
export function Failed({ error, reset }: ErrorComponentProps) {
  if (isLoaderError(error)) return <NotLoaded />
  return (
    <Notice
      isPage
      drawing="broken"
      title={error instanceof CallError ? errorText(error) : <Trans>This page could not be shown.</Trans>}
      step={
        <button type="button" className={buttons['main']} onClick={reset}>
          <Trans>Try again</Trans>
        </button>
      }
    />
  )
}

/**
 * A part of the page is gone since a newer version is there, or could not be had. Who is signed out has nothing open that a reload could take
 * away: it comes by itself. A page that lacks it from its start on is brought back by src/recover.ts.
 */
function NotLoaded() {
  useEffect(() => {
    if (hasStarted() && coreState.session.kind === 'signed-out') void applyUpdate()
  }, [])
  return (
    <div data-offers-reload>
      <Notice
        isPage
        drawing="broken"
        title={<Trans>A part of the app could not be loaded.</Trans>}
        step={
          <button type="button" className={buttons['main']} onClick={() => void applyUpdate()}>
            <Trans>Reload</Trans>
          </button>
        }
      />
    </div>
  )
}
