import { Trans } from '@lingui/react/macro'
import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { CallError } from '../../data/call-error.ts'
import { applyUpdate } from '../../data/service-worker.ts'
import { isLoaderError } from '../../lib/loader-error.ts'
import { errorText } from '../../ui/error-text.ts'
import buttons from '../../ui/button.module.css'
import { Notice } from '../../ui/notice.tsx'

/** No page has this address. */
export function Lost() {
  return (
    <Notice
      drawing="lost"
      title={<Trans>There is no page at this address.</Trans>}
      step={
        <Link className={buttons['main']} to="/live">
          <Trans>Go to video</Trans>
        </Link>
      }
    />
  )
}

/** A page could not be shown. */
export function Failed({ error, reset }: ErrorComponentProps) {
  if (isLoaderError(error)) return <NotLoaded />
  return (
    <Notice
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

/** A part of the page is gone since a newer version is there, or could not be had. */
function NotLoaded() {
  return (
    <div data-offers-reload>
      <Notice
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
