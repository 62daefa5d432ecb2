import './recover.ts'
import { SCHEME_ATTRIBUTE, schemeAtStart } from './ui/theme/kept-theme.ts'

// The build writes this file into the page (scripts/inline-start.ts), behind the ground of both themes: the first picture has the theme of all
// that follow.
const page = document.documentElement
page.setAttribute(SCHEME_ATTRIBUTE, schemeAtStart(localStorage, location.pathname, matchMedia('(prefers-color-scheme: dark)').matches))
document.querySelector('meta[name="theme-color"]')?.setAttribute('content', getComputedStyle(page).backgroundColor)
