// The shapes that come over /ws/live/, as the server's domain types give them, and the page's own.

export type Status = 'needs-you' | 'working' | 'idle' | 'finished' | 'failed' | 'unknown';

export interface PullRequest {
  number: number;
  title: string;
  state: string;
  checks: { state: string; passing: number; failing: number; pending: number };
  url: string;
  /** When this was told, while it could not be asked again since. */
  checkedAt?: number | null;
}

/** What a folder has checked out: a branch, or a commit when no branch is. */
export interface Git {
  branch?: string | null;
  commit?: string | null;
  repository?: { id: string; name: string } | null;
  pullRequest?: PullRequest | null;
}

export interface Session {
  id: string;
  source: string;
  agent?: string | null;
  surface: string;
  name: string;
  cwd?: string | null;
  project?: string | null;
  /** Of a session of another machine: that machine's name. */
  machine?: string | null;
  git?: Git | null;
  status: Status;
  waitingReason?: string | null;
  waitingDetail?: string | null;
  waitingText?: string | null;
  startedAt?: number | null;
  statusSince?: number | null;
  lastWriteAt?: number | null;
  pid?: number | null;
  alive?: boolean | null;
  stale?: boolean | null;
  activity?: string | null;
  failure?: string | null;
  links?: { open?: string | null } | null;
  /** Where a press of Jump would lead. */
  jump?: { kind: string; place: string; app?: string | null } | null;
  /** How a press of Stop would end it; left out where it is not ended from here. */
  stop?: { how: string } | null;
  /** What goes on with it, once it has ended. */
  resume?: { command: string } | null;
  /** In place of that: why it cannot be gone on with. */
  resumeProblem?: string | null;
}

export interface Watched {
  label: string;
  value: string;
}

export interface Capability {
  level: string;
  reason?: string | null;
}

/** What was counted of a source since the server started, and of its last reading. */
export interface Measured {
  reads: number;
  filesRead?: number | null;
  filesSkipped?: number | null;
  firstSkipped?: { name: string; reason: string } | null;
  programsRun: number;
}

export interface Source {
  id: string;
  label: string;
  state: 'ok' | 'searching' | 'unavailable' | 'not-set-up' | 'error';
  detail: string;
  advice?: string | null;
  watching?: Watched[] | null;
  basis?: string | null;
  /** By the capability's name; a later server may tell of more than this page knows. */
  capabilities?: Record<string, Capability> | null;
  checkedAt?: number | null;
  measured?: Measured | null;
}

export type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

export interface TimeRules {
  reminder: { on: boolean; minutes: number };
  stale: { on: boolean; hours: number };
  quietHours: {
    on: boolean;
    from: string;
    to: string;
    days: Day[];
    summary: { leaveOutAnswered: boolean };
  };
}

export interface Snapshot {
  generatedAt: number;
  sources: Source[];
  sessions: Session[];
  timeRules?: TimeRules;
  quiet?: boolean;
}

export interface Patch {
  generatedAt: number;
  sessions?: Record<string, Record<string, unknown> | null>;
  order?: string[];
  sources?: Record<string, Record<string, unknown> | null>;
  timeRules?: TimeRules;
  quiet?: boolean;
}

/** One change of one session: a line of the Events log. A later server may tell of further kinds. */
export interface PastEvent {
  id: string;
  at: number;
  sessionId: string;
  sessionName: string;
  kind: 'appeared' | 'status-changed' | 'ended' | 'stopped';
  from?: Status | null;
  to?: Status | null;
  severity: string;
  by?: string | null;
}

/** How many sessions one poll found in each status. */
export interface Point {
  at: number;
  waiting: number;
  working: number;
  idle: number;
  total: number;
}

export interface Stretch {
  from: number;
  to: number;
}

/** Agent Lookout began to watch again, and when it had last done so before, if that is known. */
export interface Restart {
  at: number;
  lastAt?: number | null;
}

/** What `GET /api/history` gives. */
export interface History {
  points: Point[];
  startedAt: number;
  since: { at: number; by: string };
  restarts: Restart[];
}

export interface Waited {
  count: number;
  totalMs: number;
  averageMs: number;
  longestMs: number;
}

/** What `GET /api/waits` gives. */
export interface WaitSums {
  at: number;
  since: number;
  today: Waited;
  sevenDays: Waited;
  where: { name: string; kind: string; count: number; totalMs: number }[];
}

/** What the page remembers. Each part stays the same object while nothing in it changed. */
/** How the history is kept on disk. */
export interface Kept {
  on: boolean;
  folder: string | null;
  bytes: number;
  /** One sentence while something is wrong. */
  problem: string | null;
}

export interface Past {
  /** Newest first; null until the first answer. */
  events: PastEvent[] | null;
  /** The same by session, oldest first. */
  bySession: Map<string, PastEvent[]>;
  /** From when the events are complete. */
  eventsFrom: number;
  /** Oldest first. */
  points: Point[];
  /** How far back the points were asked for. */
  pointsFrom: number;
  restarts: Restart[];
  since: { at: number; by: string } | null;
  waits: WaitSums | null;
}

/** A stretch of one status; null where nobody measured. */
export interface Span extends Stretch {
  status: Status | null;
}

/** What was measured on average over a stretch, and for how much of it; null for no part of it. */
export interface Average extends Stretch {
  counts: { waiting: number; working: number; idle: number } | null;
  unmeasured: Stretch[];
}

/** One session waiting once. `to` is null while it goes on, `from` where its beginning is not known. */
export interface Wait {
  sessionId: string;
  name: string;
  from: number | null;
  to: number | null;
}

export type Message =
  | { type: 'snapshot'; revision: number; snapshot: Snapshot }
  | { type: 'diff'; base: number; revision: number; patch: Patch; events?: PastEvent[] }
  | { type: 'tick'; revision: number; generatedAt: number };

/** Everything known at one revision. A session that did not change stays the same object. */
export interface Known {
  revision: number;
  generatedAt: number;
  sessions: Map<string, Session>;
  order: string[];
  sources: Map<string, Source>;
  /** The same object until a rule changes; null of a server that tells none. */
  timeRules: TimeRules | null;
  /** Whether quiet hours hold. */
  quiet: boolean;
}

export type Phase = 'connecting' | 'live' | 'reconnecting' | 'stopped';

export interface State {
  /** Null until the first snapshot. */
  known: Known | null;
  phase: Phase;
}

export interface Counts {
  needsYou: number;
  working: number;
  idle: number;
  finished: number;
  failed: number;
  unknown: number;
  stale: number;
  all: number;
}

export interface Overview {
  sessions: Session[];
  waiting: Session[];
  counts: Counts;
  /** Sources that cannot be read at the moment. */
  problems: Source[];
  /** Whether a source has not been read for the first time yet. */
  looking: boolean;
  agentFound: boolean;
  agentsDiffer: boolean;
}
