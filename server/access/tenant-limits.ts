/**
 * What one connection, device or organization may cost the service at most. Anybody may register, bind a device of their own make and
 * speak to every socket: whatever is shared is bounded for each of them here, and given out fairly where it is used.
 */
export const tenantLimits = {
  /** Clips that the service fetches from devices, for archives and for cloud storage. */
  clips: {
    /** In every window but the first, so much of the camera's time must come, or so many bytes. */
    windowMs: 15_000,
    leastBytesPerWindow: 15 * 64 * 1024,
    /** All of it comes within this and four times as long as it lasts, at the most within the second. */
    graceMs: 30_000,
    mostMs: 30 * 60_000,
    /** Under way at a time, each in memory: all together, for one organization, and for one device. */
    archives: { all: 4, ofOrganization: 2, ofDevice: 1 },
    recordings: { all: 8, ofOrganization: 2, ofDevice: 1 },
  },
  /** Pieces of the past on their way to people (`recorded-media.ts`): a wall of sixteen windows has one to play and one to look through for each. */
  past: {
    /** Under way at a time: all together, for one organization, for one media socket, and of one device. */
    pieces: { all: 4_096, ofOrganization: 256, ofSocket: 64, ofDevice: 128 },
    /** How many may be asked for: by one organization, and on one media socket. */
    asks: { ofOrganization: { burst: 2_000, perSecond: 400 }, ofSocket: { burst: 600, perSecond: 100 } },
    /** What waits for the lines of people, in memory: of one organization, and for one media socket. */
    waitingBytes: { ofOrganization: 384 * 1024 ** 2, ofSocket: 128 * 1024 ** 2 },
    /** Of one piece, a minute of 32 Mbit/s. */
    pieceBytes: 240 * 1024 ** 2,
    /** Nothing more came of it for so long; and all of it has to be sent within the second. */
    silenceMs: 30_000,
    mostMs: 5 * 60_000,
  },
  /** Media sockets that are served at a time: of one session, whose tabs have one or two each, and of one network, behind which an office may be. */
  mediaSockets: { ofSession: 64, ofNetwork: 2_048 },
  /** What an organization may use up in a day (UTC). */
  aDay: {
    /** Mails of alarms, shares, invitations and questions, each to one address. */
    mail: 2_000,
    /** Pictures of events. */
    pictureBytes: 8 * 1024 ** 3,
    /** Of people, companies and installers, those that are sent again too. */
    invitations: 200,
    /** Links to archives, one for each recipient. */
    shares: 500,
  },
  /** What is bound to an organization. */
  devices: 5_000,
  /** What its archives take, with the redacted files beside them; more fails with archive-space-low. */
  archiveBytes: 20 * 1024 ** 3,
  /** All pictures and clips that it keeps, but those of cloud storage, which are paid for by themselves. A day's pictures of half a year, with its archives, are less. */
  stored: { objects: 20_000_000, bytes: 2 * 1024 ** 4 },
  /** Of organizations that registered so recently: who means harm registers anew, and begins small each time. */
  newcomers: {
    forMs: 7 * 24 * 3_600_000,
    aDay: { mail: 200, pictureBytes: 2 * 1024 ** 3, invitations: 20, shares: 50 },
    devices: 200,
    archiveBytes: 2 * 1024 ** 3,
    stored: { objects: 200_000, bytes: 20 * 1024 ** 3 },
  },
  mail: {
    /** To one address, whether it wants alarms, whichever organizations name it. */
    questionsToAddressADay: 3,
  },
  gateway: {
    /** Text messages of one connection: so many at once (each stream of a large recorder is answered), and so many a second in the long run. */
    messages: { burst: 1_000, perSecond: 50 },
    /** And what they hold together: two events with pictures a second, and a log now and then. */
    messageBytes: { burst: 16 * 1024 ** 2, perSecond: 1024 ** 2 },
    /** Of one message of who has not shown yet which device it is: the greeting of a recorder with all its channels. */
    strangersBytes: 1024 ** 2,
    /** How often it may say that it lives: more than one does whose line stood still, as long as a socket may. */
    alive: { burst: 20, perSecond: 1 },
    /** Between one list of channels that is written and the next of the same connection; of those that come meanwhile the newest counts. */
    listPauseMs: 500,
    /** A device that nobody has bound need not come back more often. */
    unboundConnects: { calls: 20, perMs: 60_000 },
    /** Of the channels that it tells when it comes, as text; a longer list is read once it is bound. */
    unboundListCharacters: 64 * 1024,
    /** Devices that nobody has bound, all together. */
    unboundDevices: 1_000,
    /** New devices from one address. */
    enrolments: { calls: 100, perMs: 3_600_000 },
  },
} as const
