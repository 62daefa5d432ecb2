import { rolldown } from 'rolldown'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
const t = performance.now()
const b = await rolldown({
  input: { service: 'server/main.ts', simulator: 'device/simulator/main.ts', bridge: 'device/bridge/main.ts', plugin: 'plugin/main.ts', start: 'server/start-service.ts' },
  platform: 'node', logLevel: 'silent',
  external: (id) => !/^[./#]/.test(id) && !id.startsWith('/tmp'),
  plugins: [{ name: 'places', transform: { filter: { code: /import\.meta\.(dirname|url)/ }, handler(code, id) {
    return code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) } } }],
})
await b.write({ dir: '.build/parts', format: 'esm', sourcemap: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
console.log(Math.round(performance.now() - t), 'ms')
