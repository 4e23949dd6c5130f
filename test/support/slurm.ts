/**
 * A Slurm cluster of two nodes on this machine, in a folder, for tests: Debian's slurmctld, slurmd, slurm-client and
 * munge, as root. It has no systemd and no accounting, and its own munged: nothing outside of the folder changes.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const NODES = ['n0', 'n1'] as const;
export type Node = (typeof NODES)[number];

const PROGRAMS = ['munged', 'munge', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'sinfo', 'scontrol'];
const PATH = `${process.env.PATH}${delimiter}/usr/sbin`;
/** CPUs and memory (MB) of a node, whatever the machine has. */
const CPUS = 2;
const MEMORY = 4096;

/** Why there can be no cluster; undefined if there can be one. */
export function whyNoSlurm(): string | undefined {
  if (process.getuid?.() !== 0) return 'Slurm needs root';
  const missing = PROGRAMS.filter((name) => !PATH.split(delimiter).some((folder) => names(folder).includes(name)));
  return missing.length > 0 ? `no ${missing.join(', ')}: apt-get install slurm-wlm munge` : undefined;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const configuration = (folder: string, host: string) => `
ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=17000
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# cred_expire: how long the tasks of a lost node wait
AuthInfo=cred_expire=10,socket=${folder}/munge/socket
CryptoType=crypto/munge
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool-%n
SlurmctldPidFile=${folder}/ctld.pid
SlurmdPidFile=${folder}/%n.pid
SlurmctldLogFile=${folder}/log/ctld.log
SlurmdLogFile=${folder}/log/%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=10
JobRequeue=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
${NODES.map((node, k) => `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${17001 + k} CPUs=${CPUS} RealMemory=${MEMORY} State=UNKNOWN`).join('\n')}
PartitionName=main Nodes=${NODES.join()} Default=YES MaxTime=INFINITE State=UP
`;

export class SlurmCluster {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  /** Starts all daemons, and waits until both nodes are idle. @param folder an empty one, without a space in its path */
  static async start(folder: string): Promise<SlurmCluster> {
    const cluster = new SlurmCluster(folder);
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  private constructor(folder: string) {
    this.#folder = folder;
    this.#env = { ...process.env, PATH, SLURM_CONF: join(folder, 'slurm.conf') };
  }

  async #start(): Promise<void> {
    const folder = this.#folder;
    for (const name of ['munge', 'state', 'log']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'munge/key'), randomBytes(1024), { mode: 0o400 });
    const files = {
      socket: 'socket',
      'key-file': 'key',
      'log-file': 'log',
      'pid-file': '../munged.pid',
      'seed-file': 'seed',
    };
    const options = Object.entries(files).map(([name, file]) => `--${name}=${join(folder, 'munge', file)}`);
    this.#run('munged', '--force', ...options);
    writeFileSync(this.#env.SLURM_CONF!, configuration(folder, hostname().split('.')[0]));
    this.#run('slurmctld', '-c');
    for (const node of NODES) this.#run('slurmd', '-N', node);
    await this.#until('two idle nodes', () => NODES.every((node) => this.stateOf(node) === 'idle'), 60);
  }

  /** @returns what the program prints */
  #run(program: string, ...args: string[]): string {
    return execFileSync(program, args, { env: this.#env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  }

  async #until(what: string, holds: () => boolean, seconds: number): Promise<void> {
    const end = Date.now() + 1000 * seconds;
    while (!holds()) {
      if (Date.now() > end)
        throw new Error(`expected ${what} after ${seconds} s:\n${this.#run('squeue')}\n${this.#run('sinfo', '-N')}`);
      await sleep(250);
    }
  }

  stateOf(node: Node): string {
    return this.#run('sinfo', '-h', '-N', '-n', node, '-o', '%T');
  }

  /** Submits a script. @returns its job id */
  submit(folder: string, env: NodeJS.ProcessEnv, ...args: string[]): string {
    const options = { cwd: folder, env: { ...this.#env, ...env }, encoding: 'utf8' } as const;
    return execFileSync('sbatch', ['--parsable', ...args], options).trim();
  }

  /** Tasks that run or wait. */
  queued(): number {
    return this.#run('squeue', '-h', '-r').split('\n').filter(Boolean).length;
  }

  /** Waits until all jobs have ended. */
  async settle(seconds: number): Promise<void> {
    await this.#until('an empty queue', () => this.queued() === 0, seconds);
  }

  /** The power of a node fails: its daemon, and all processes of its tasks, are gone at once. */
  async lose(node: Node): Promise<void> {
    const jobs = this.#run('squeue', '-h', '-w', node, '-o', '%A').split('\n').filter(Boolean);
    const processes = readProcesses();
    const killed = [this.#pidOf(`${node}.pid`)!];
    for (const { pid, command } of processes) {
      if (jobs.some((job) => command.startsWith(`slurmstepd: [${job}.`))) killed.push(pid);
    }
    for (let k = 0; k < killed.length; k++) {
      killed.push(
        ...processes.filter(({ parent, pid }) => parent === killed[k] && !killed.includes(pid)).map(({ pid }) => pid),
      );
    }
    for (const pid of killed) kill(pid, 'SIGKILL');
    await this.#until(`${node} to be down`, () => this.stateOf(node).startsWith('down'), 90);
  }

  /** A node that was lost comes back. */
  async restore(node: Node): Promise<void> {
    this.#run('slurmd', '-N', node);
    await this.#until(`${node} to be idle`, () => this.stateOf(node) === 'idle', 60);
  }

  /** Ends all jobs and daemons. */
  async stop(): Promise<void> {
    const pids = ['n0.pid', 'n1.pid', 'ctld.pid', 'munged.pid'].map((file) => this.#pidOf(file));
    if (pids[2] !== undefined && this.queued() > 0) {
      this.#run('scancel', '--user=root');
      await this.settle(60);
    }
    for (const pid of pids) {
      if (pid === undefined) continue;
      kill(pid, 'SIGTERM');
      for (let tries = 0; tries < 100 && isAlive(pid); tries++) await sleep(100);
      if (isAlive(pid)) kill(pid, 'SIGKILL');
    }
  }

  #pidOf(file: string): number | undefined {
    try {
      return Number(readFileSync(join(this.#folder, file), 'utf8'));
    } catch {
      return undefined;
    }
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {} // it is gone
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** All processes of the machine. */
function readProcesses(): { pid: number; parent: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ');
        return [{ pid: Number(name), parent: Number(parent), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
      } catch {
        return []; // it has ended
      }
    });
}
