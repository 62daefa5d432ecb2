import { beforeEach, describe, expect, it } from 'vitest'
import { FeedKeeper } from '#src/data/media/feed-keeper.ts'
import type { Feed, VideoSource } from '#src/data/media/video-source.ts'

const wish = {
  sn: 'GATE000001',
  chlIndex: 0,
  stream: 'sub' as const,
  pace: 'all' as const,
  isHeard: false,
  volume: 0,
  width: 320,
  height: 180,
}

/** A source that notes what is asked of it. */
class NotingSource implements VideoSource {
  readonly name
  readonly feeds: Feed[] = []
  changes = 0
  heard = 0
  readonly volumes: number[] = []

  constructor(name: 'relay' | 'plugin') {
    this.name = name
  }

  open(feed: Feed): void {
    this.feeds.push(feed)
  }
  change(): void {
    this.changes++
  }
  hear(): void {
    this.heard++
  }
  setVolume(feed: Feed): void {
    this.volumes.push(feed.volume)
  }
  talk(): boolean {
    return true
  }
  close(feed: Feed): void {
    this.feeds.splice(this.feeds.indexOf(feed), 1)
  }
  socketOpened(): void {}
  socketClosed(): void {}
  retryNow(): void {}
  get feed(): Feed | undefined {
    return this.feeds[0]
  }
}

let relay: NotingSource
let plugin: NotingSource
let keeper: FeedKeeper
beforeEach(() => {
  relay = new NotingSource('relay')
  plugin = new NotingSource('plugin')
  keeper = new FeedKeeper(3, { relay, plugin })
})

describe('the feeds of a window', () => {
  it('keep the old source until the new one has a picture', () => {
    keeper.follow(wish, 'relay')
    keeper.shows(relay.feed?.id ?? 0)
    keeper.follow(wish, 'plugin')
    expect([relay.feeds.length, plugin.feeds.length]).toEqual([1, 1])
    expect(keeper.shows(plugin.feed?.id ?? 0)).toBe(true)
    expect([relay.feeds.length, plugin.feeds.length]).toEqual([0, 1])
    expect(keeper.source).toBe('plugin')
  })

  it('stay at the old source when the new one fails', () => {
    keeper.follow(wish, 'relay')
    keeper.follow(wish, 'plugin')
    keeper.abandon(plugin.feed?.id ?? 0)
    expect([relay.feeds.length, plugin.feeds.length]).toEqual([1, 0])
    expect(keeper.source).toBe('relay')
  })

  it('are for the same channel still when the only source failed, so that the picture stays', () => {
    keeper.follow(wish, 'plugin')
    keeper.abandon(plugin.feed?.id ?? 0)
    expect(keeper.isOther(wish)).toBe(false)
    keeper.follow(wish, 'relay')
    expect(keeper.source).toBe('relay')
  })

  it('tell a source that somebody listens, and the next source from the beginning', () => {
    keeper.follow(wish, 'relay')
    keeper.follow({ ...wish, isHeard: true }, 'relay')
    expect([relay.heard, relay.changes]).toEqual([1, 0])
    keeper.follow({ ...wish, isHeard: true }, 'plugin')
    expect([relay.heard, plugin.feed?.isHeard]).toEqual([1, true])
  })

  it('tell a source how loud it is to be when that changes', () => {
    keeper.follow(wish, 'plugin')
    keeper.follow({ ...wish, isHeard: true, volume: 50 }, 'plugin')
    keeper.follow({ ...wish, isHeard: true, volume: 50, height: 200 }, 'plugin')
    keeper.follow({ ...wish, isHeard: true, volume: 80 }, 'plugin')
    keeper.follow(wish, 'plugin')
    expect(plugin.volumes).toEqual([50, 80, 0])
  })

  it('tell a source of a change only when it has to do with it', () => {
    keeper.follow(wish, 'relay')
    keeper.follow({ ...wish, height: 200 }, 'relay')
    expect(relay.changes).toBe(0)
    keeper.follow({ ...wish, stream: 'main' }, 'relay')
    expect(relay.changes).toBe(1)
    keeper.follow({ ...wish, stream: 'main', pace: 'keys' }, 'relay')
    expect(relay.changes).toBe(2)
    keeper.follow({ ...wish, stream: 'main', height: 720 }, 'plugin')
    keeper.follow({ ...wish, stream: 'main', height: 700 }, 'plugin')
    expect(plugin.changes).toBe(1)
  })

  it('close with everything open, and begin anew', () => {
    keeper.follow(wish, 'relay')
    keeper.follow(wish, 'plugin')
    keeper.close()
    expect([relay.feeds.length, plugin.feeds.length]).toEqual([0, 0])
    expect(keeper.isOther(wish)).toBe(true)
  })

  it('do not answer to feeds of before', () => {
    keeper.follow(wish, 'relay')
    const old = relay.feed?.id ?? 0
    keeper.close()
    keeper.follow(wish, 'relay')
    expect(keeper.shows(old)).toBe(false)
  })
})
