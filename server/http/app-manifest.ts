import type { FastifyInstance } from 'fastify'
import { brandingOf } from '../people/branding.ts'
import type { Context } from '../context.ts'

const SCOPE = '/user/'
/** The ground of the dark theme, behind the icon while the app starts. */
const GROUND = '#0d1117'

/** The system shows shortcuts by itself, where no catalog of the app reaches. */
const shortcutNames = {
  en: { live: 'Video', alerts: 'Alarms', device: 'Devices', kiosk: 'Video wall, full window' },
  zh: { live: '视频', alerts: '报警', device: '设备', kiosk: '全窗口视频墙' },
}

/**
 * Serves what the browser needs to install the app, in the name and colour of the customer whose address this is:
 * /user/manifest.webmanifest (W3C Web Application Manifest).
 */
export function registerAppManifest(app: FastifyInstance, context: Context): void {
  app.get(`${SCOPE}manifest.webmanifest`, async (request, reply) => {
    const { productName, accentColor } = await brandingOf(request.hostname, context)
    const language = (request.headers['accept-language'] ?? '').startsWith('zh') ? 'zh' : 'en'
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(productName, accentColor, language)))
  })
}

function manifestOf(name: string, accentColor: string, language: keyof typeof shortcutNames): object {
  const names = shortcutNames[language]
  return {
    id: SCOPE,
    name,
    short_name: name,
    lang: language,
    start_url: `${SCOPE}live`,
    scope: SCOPE,
    display: 'standalone',
    display_override: ['window-controls-overlay'],
    // A second start, or a link into the app, goes to the window that is open.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    background_color: GROUND,
    theme_color: accentColor,
    icons: [
      { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: names.live, url: 'live' },
      { name: names.alerts, url: 'alerts' },
      { name: names.device, url: 'device/index' },
      { name: names.kiosk, url: 'live?kiosk=true' },
    ],
  }
}
