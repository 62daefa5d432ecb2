import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlugin, type Plugin, type PluginOptions } from '#plugin/plugin.ts'
import { PluginMedia, PluginPage } from './plugin-page.ts'
import { TestRelay } from './test-relay.ts'

/** A plugin, a relay for it and a data folder, for one test. */
export class PluginStand {
  readonly plugin: Plugin
  readonly relay: TestRelay
  readonly dataFolder: string

  private constructor(plugin: Plugin, relay: TestRelay, dataFolder: string) {
    this.plugin = plugin
    this.relay = relay
    this.dataFolder = dataFolder
  }

  static async start(options: Partial<Pick<PluginOptions, 'ticketLifeMs' | 'origins'>> = {}): Promise<PluginStand> {
    const relay = await TestRelay.start()
    const dataFolder = mkdtempSync(join(tmpdir(), 'sightline-plugin-'))
    const { origins = [], ...others } = options
    const plugin = await createPlugin({ port: 0, origins: [relay.origin, ...origins], dataFolder, log: () => {}, ...others })
    return new PluginStand(plugin, relay, dataFolder)
  }

  page(): Promise<PluginPage> {
    return PluginPage.open(this.plugin.port, this.relay.origin)
  }

  /** A page whose plugin is connected to the relay. */
  async connectedPage(): Promise<PluginPage> {
    const page = await this.page()
    await page.run('connectToServer', { address: this.relay.origin, ticket: 'good' })
    return page
  }

  media(ticket: string | undefined): PluginMedia {
    return new PluginMedia(this.plugin.port, this.relay.origin, ticket ?? 'none')
  }

  async close(): Promise<void> {
    await this.plugin.close()
    await this.relay.close()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }
}
