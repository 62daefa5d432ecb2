import '../lib/trusted-types.ts'
import '../ui/theme/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { tellStarted, tellStartFailed } from '../lib/start-events.ts'
import { DEFAULT_ACCENT, tokenSheet } from '../ui/theme/theme.ts'
import { useTheme } from '../ui/theme/theme-choice.ts'
import { useShareBrand } from './share-brand.ts'
import { SharePage } from './share-page.tsx'
import { languageOfVisitor, showTexts } from './texts.ts'

/** The page of a share, apart from the app: who opens it has no account, and often a telephone and a slow line. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root element.')
  await showTexts(await languageOfVisitor())
  const shareId = location.pathname.split('/').at(-1) ?? ''
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Page shareId={shareId} />
      </I18nProvider>
    </StrictMode>,
  )
}

function Page({ shareId }: { shareId: string }) {
  const brand = useShareBrand(shareId)
  const accent = brand?.accentColor ?? DEFAULT_ACCENT
  useTheme({ onVideo: false, accent, isKept: false })
  return (
    <>
      <style>{tokenSheet(accent)}</style>
      <SharePage shareId={shareId} brand={brand} />
    </>
  )
}

if (!document.documentElement.hasAttribute('data-unsupported')) start().then(tellStarted, tellStartFailed)
