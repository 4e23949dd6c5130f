/** Writes Parquet files whose columns are required, row group by row group. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

export type Type = 'u32' | 'u64' | 'i32' | 'f32' | 'f64' | 'bool' | 'utf8' | 'list<f64>';
type Data = ColumnSource['data'];

const LEAVES = {
  u32: { type: 'INT32', converted_type: 'UINT_32' },
  u64: { type: 'INT64', converted_type: 'UINT_64' },
  i32: { type: 'INT32' },
  f32: { type: 'FLOAT' },
  f64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  utf8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<Exclude<Type, 'list<f64>'>, Partial<SchemaElement>>;

const REQUIRED = { repetition_type: 'REQUIRED' } as const;

function elementsOf([name, type]: readonly [string, Type]): SchemaElement[] {
  if (type !== 'list<f64>') return [{ name, ...REQUIRED, ...LEAVES[type] }];
  return [
    { name, ...REQUIRED, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...REQUIRED, type: 'DOUBLE' },
  ];
}

export class ParquetFile {
  readonly #file: number;
  readonly #writer: ParquetWriter;

  constructor(path: string, columns: Readonly<Record<string, Type>>) {
    this.#file = openSync(path, 'w');
    const writer = new ByteWriter();
    const flush = () => {
      writeSync(this.#file, new Uint8Array(writer.buffer, 0, writer.index));
      writer.index = 0;
    };
    const entries = Object.entries(columns);
    this.#writer = new ParquetWriter({
      writer: Object.assign(writer, { flush, finish: flush }),
      schema: [{ name: 'root', num_children: entries.length }, ...entries.flatMap(elementsOf)],
      codec: 'UNCOMPRESSED',
      statistics: false,
    });
  }

  /** Writes a row group. Columns stand in the order of the schema. */
  write(columns: Readonly<Record<string, Data>>): void {
    const columnData = Object.entries(columns).map(([name, data]) => ({ name, data }));
    void this.#writer.write({ columnData, rowGroupSize: columnData[0]!.data.length });
  }

  close(): void {
    void this.#writer.finish();
    closeSync(this.#file);
  }
}
