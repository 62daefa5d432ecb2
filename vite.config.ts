import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { catalogParts } from './scripts/catalog-parts.ts'
import { chunkGroups } from './scripts/chunks.ts'
import { inlineStart } from './scripts/inline-start.ts'
import { kioskPage } from './scripts/kiosk-page.ts'
import { sharePage } from './scripts/share-page.ts'
import { verifierPage } from './scripts/verifier-page.ts'
import { preloadStart } from './scripts/preload-start.ts'
import packageFile from './package.json' with { type: 'json' }

const service = `http://127.0.0.1:${process.env['SIGHTLINE_PORT'] ?? '8420'}`

/** Hashed files lie in the folders that the specification names, so that the service can mark them immutable. */
function folderOf(file: string | undefined): string {
  // A worker of a library, which comes as it is.
  if (file?.endsWith('.mjs')) return 'js/[name]-[hash].js'
  return file?.endsWith('.css') ? 'css/[name]-[hash][extname]' : 'img/[name]-[hash][extname]'
}
/** Names under which no file ever changes. */
const HASHED = /^(?:js|css)\/.*-[\w-]{8}\.\w+$/

const output = {
  entryFileNames: 'js/[name]-[hash].js',
  chunkFileNames: 'js/[name]-[hash].js',
  assetFileNames: (asset: { names: string[] }) => folderOf(asset.names[0]),
}

export default defineConfig({
  base: '/user/',
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(packageFile.version) },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      codeSplittingOptions: {
        // What a page asks for comes with the page, and not with the first one: its code is loaded while the core starts.
        splitBehavior: ({ routeId }) => (routeId.startsWith('/_home/') ? [['loader', 'component']] : undefined),
      },
    }),
    react(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    catalogParts(),
    inlineStart(),
    preloadStart(),
    verifierPage(),
    kioskPage(),
    sharePage(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      // The service makes it, in the name and colour of the customer.
      manifest: false,
      injectManifest: {
        // What visitors load is no part of the app; what finds faces is loaded by the few who redact clips.
        globIgnores: ['{js,css,img}/visitor-*', 'img/yunet-*'],
        globPatterns: ['{index,kiosk}.html', 'unsupported.*', '{js,css}/*.{js,css}', '{img,icons}/*'],
        // Kept under their own addresses: under any other one the browser cannot keep the compiled code beside the script.
        dontCacheBustURLsMatching: HASHED,
      },
    }),
  ],
  worker: { format: 'es', rollupOptions: { output } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { output: { ...output, codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    port: 8421,
    strictPort: true,
    watch: { ignored: ['**/.data/**', '**/.build/**', '**/test-results/**'] },
    proxy: {
      '/user/manifest.webmanifest': service,
      '/vms': service,
      '/notice': service,
      '/objects': service,
      '/sandbox': service,
      '/push-ws': { target: service, ws: true },
      '/media-ws': { target: service, ws: true },
    },
  },
})
