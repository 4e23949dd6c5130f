/** `hullstorm batch init`: small files to begin with, and scripts that make them with pyarrow and DuckDB. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskError, usageError } from './failure.ts';
import { readOptions } from './options.ts';
import { PartFile } from './partFile.ts';
import { COLLIDERS, type Column, type ColumnData, PAIRS, POSES, RAYS, SHAPES } from './schema.ts';

/** A tetrahedron. */
const ROCK = [0, 0.5, 0, 0.5, -0.5, 0, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5];
const FRAMES = 20;

/** Columns of the example, by file: a gripper of two fingers that moves over boxes, balls and rocks. */
function example(): Record<string, readonly [readonly Column[], Readonly<Record<string, unknown[]>>]> {
  const count = 12;
  const rows = Array.from({ length: count }, (_, k) => k);
  const moves = Array.from({ length: 2 * FRAMES }, (_, k) => k);
  const still = count - 2;
  return {
    shapes: [
      SHAPES,
      {
        shape: [0, 1, 2, 3],
        kind: ['box', 'sphere', 'hull', 'capsule'],
        p0: [0.5, 0.4, 0, 0.5],
        p1: [0.5, 0, 0, 0.1],
        p2: [0.5, 0, 0, 0],
        p3: [0, 0, 0, 0],
        radius: [0, 0, 0.05, 0],
        points: [[], [], ROCK, []],
      },
    ],
    colliders: [
      COLLIDERS,
      {
        collider: rows,
        shape: rows.map((k) => (k < still ? k % 3 : 3)),
        x: rows.map((k) => (k < still ? 1.5 * (k % 5) : 0)),
        y: rows.map((k) => (k < still ? 0 : 2)),
        z: rows.map((k) => (k < still ? 1.5 * Math.floor(k / 5) : 0.5 * (k - still))),
        qx: rows.map(() => 0),
        qy: rows.map(() => 0),
        qz: rows.map(() => 0),
        qw: rows.map(() => 1),
        membership: rows.map(() => 1),
        mask: rows.map(() => 0xffff),
        static: rows.map((k) => k < still),
        link: rows.map((k) => (k < still ? -1 : 0)),
      },
    ],
    poses: [
      POSES,
      {
        frame: moves.map((k) => k >> 1),
        motion: moves.map((k) => Math.floor(k / 2 / 10)),
        collider: moves.map((k) => still + (k & 1)),
        x: moves.map((k) => 0.3 * (k >> 1)),
        y: moves.map((k) => 1.2 + 0.02 * (k >> 1)),
        z: moves.map((k) => 0.5 * (k & 1)),
        qx: moves.map(() => 0),
        qy: moves.map(() => 0),
        qz: moves.map(() => 0),
        qw: moves.map(() => 1),
      },
    ],
    pairs: [PAIRS, { frame: [0, 0, 10], a: [0, 1, 5], b: [10, 10, 11] }],
    rays: [
      RAYS,
      {
        frame: [0, 0],
        ox: [-5, 0],
        oy: [0, 5],
        oz: [0, 0],
        dx: [1, 0],
        dy: [0, -1],
        dz: [0, 0],
        maxT: [Infinity, 10],
        mask: [0xffff, 0xffff],
        ignore: [-1, -1],
      },
    ],
  };
}

const PYTHON_TYPES: Readonly<Record<string, string>> = {
  u16: 'pa.uint16()',
  u32: 'pa.uint32()',
  u64: 'pa.uint64()',
  i32: 'pa.int32()',
  f32: 'pa.float32()',
  f64: 'pa.float64()',
  bool: 'pa.bool_()',
  utf8: 'pa.string()',
  'list<f64>': 'pa.list_(pa.float64())',
};
const SQL_TYPES: Readonly<Record<string, string>> = {
  u16: 'USMALLINT',
  u32: 'UINTEGER',
  u64: 'UBIGINT',
  i32: 'INTEGER',
  f32: 'FLOAT',
  f64: 'DOUBLE',
  bool: 'BOOLEAN',
  utf8: 'VARCHAR',
  'list<f64>': 'DOUBLE[]',
};

function pythonOf(tables: ReturnType<typeof example>): string {
  const said = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(said).join(', ')}]`;
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return value === Infinity ? 'math.inf' : JSON.stringify(value);
  };
  const parts = Object.entries(tables).map(([file, [schema, columns]]) => {
    const fields = schema.map(({ name, type }) => `    pa.field("${name}", ${PYTHON_TYPES[type]}, nullable=False),`);
    const data = schema.map(({ name }) => `    "${name}": ${said(columns[name])},`);
    return `write("${file}.parquet", pa.schema([\n${fields.join('\n')}\n]), {\n${data.join('\n')}\n})\n`;
  });
  const head = [
    '"""The files of the example, with pyarrow: pip install pyarrow, then run this in their folder."""',
    'import math',
    'import pyarrow as pa',
    'import pyarrow.parquet as pq',
    '',
    '',
    'def write(name, schema, columns):',
    '    # row groups of 65,536 rows: a reader holds one at a time',
    '    pq.write_table(pa.table(columns, schema=schema), name, row_group_size=65536)',
    '',
    '',
  ];
  return `${head.join('\n')}\n${parts.join('\n')}`;
}

function sqlOf(tables: ReturnType<typeof example>): string {
  const said = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(said).join(', ')}]`;
    if (value === Infinity) return "'inf'";
    return typeof value === 'string' ? `'${value}'` : String(value);
  };
  const parts = Object.entries(tables).map(([file, [schema, columns]]) => {
    const fields = schema.map(({ name, type }) => `"${name}" ${SQL_TYPES[type]}`).join(', ');
    const count = columns[schema[0].name].length;
    const rows = Array.from(
      { length: count },
      (_, k) => `  (${schema.map(({ name }) => said(columns[name][k])).join(', ')})`,
    );
    return [
      `CREATE TEMP TABLE ${file} (${fields});`,
      `INSERT INTO ${file} VALUES\n${rows.join(',\n')};`,
      `COPY ${file} TO '${file}.parquet' (FORMAT parquet, ROW_GROUP_SIZE 65536);`,
      '',
    ].join('\n');
  });
  return `-- The files of the example, with DuckDB: duckdb < make_duckdb.sql, in their folder.\n${parts.join('\n')}`;
}

const FILES = '--shapes shapes.parquet --colliders colliders.parquet --poses poses.parquet --find-pairs 1';
const COMMANDS = [`check ${FILES}`, `run ${FILES} --out run`, 'join run --out distances.parquet'];

/** @returns the exit code */
export async function init(args: readonly string[]): Promise<number> {
  const { rest } = readOptions('init', args, []);
  const [folder] = rest;
  if (rest.length !== 1) usageError('init', 'a folder', rest.length === 0 ? 'none' : `'${rest.join(' ')}'`);
  const tables = example();
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'make_pyarrow.py'), pythonOf(tables));
    writeFileSync(join(folder, 'make_duckdb.sql'), sqlOf(tables));
  } catch (cause) {
    diskError(folder, 'a folder that can be written', cause);
  }
  for (const [name, [schema, columns]] of Object.entries(tables)) {
    const metadata = [{ key: 'hullstorm.schema', value: '1' }];
    const file = await PartFile.create(join(folder, `${name}.parquet`), schema, metadata);
    file.write(0, columns[schema[0].name].length, columns as Record<string, ColumnData>);
    file.finish();
  }
  console.error(`${folder}: ${Object.keys(tables).join(', ')}, make_pyarrow.py, make_duckdb.sql. Try there:`);
  for (const command of COMMANDS) console.error(`  npx hullstorm batch ${command}`);
  return 0;
}
