import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { catalogParts } from './catalog-parts.ts'
import { inlineStart } from './inline-start.ts'
import { root } from './root.ts'

/** Addresses of shares, below the base path. */
const SHARES = /^\/user\/archives-share\//

/**
 * Builds `share.html` beside the app: what visitors load is a build of its own, so that it has no chunk in common with the app and nothing of it is loaded
 * that they do not need. Its files have names of their own, by which the service worker leaves them out.
 */
export function sharePage(): Plugin {
  let outDir = ''
  return {
    name: 'share-page',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir)
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (SHARES.test(request.url ?? '')) request.url = '/user/share.html'
        next()
      })
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (this.meta.watchMode || this.environment.config.command !== 'build') return
        await build({
          configFile: false,
          logLevel: 'warn',
          root,
          base: '/user/',
          publicDir: false,
          plugins: [react(), babel({ presets: [linguiTransformerBabelPreset()] }), catalogParts(), inlineStart()],
          build: {
            outDir,
            emptyOutDir: false,
            target: 'es2022',
            assetsInlineLimit: 0,
            rollupOptions: {
              input: join(root, 'share.html'),
              output: {
                entryFileNames: 'js/visitor-[name]-[hash].js',
                chunkFileNames: 'js/visitor-[name]-[hash].js',
                assetFileNames: ({ names }) => `${names[0]?.endsWith('.css') ? 'css' : 'img'}/visitor-[name]-[hash][extname]`,
              },
            },
          },
        })
      },
    },
  }
}
