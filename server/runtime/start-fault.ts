/** Why the service cannot start; the message is one sentence for the person who starts it. */
export class StartFault extends Error {}
