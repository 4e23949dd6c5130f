# The files beside this one: python3 make.py, with pyarrow 25.
import os

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.ipc as ipc

os.chdir(os.path.dirname(os.path.abspath(__file__)))
shapes = pa.table({
    'shape': pa.array([0, 1, 2], pa.uint32()),
    'kind': pa.array(['box', 'sphere', 'hull']).dictionary_encode(),
    'p0': pa.array([0.5, 1, 0]),
    'p1': pa.array([0.5, 0, 0]),
    'p2': pa.array([0.5, 0, 0]),
    'points': pa.array([[], [], [0, 1, 0, 1, -1, 0, -1, -1, 1, -1, -1, -1]], pa.list_(pa.float64())),
})
colliders = pa.table({
    'collider': pa.array([0, 1, 2, 3], pa.int64()),
    'shape': pa.array([0, 1, 2, 0], pa.uint8()),
    'x': pa.array([0, 3, 6, 20], pa.float32()),
    'static': pa.array([False, False, False, True]),
})
rows = range(60)
poses = pa.table({
    'frame': pa.array([k // 3 for k in rows], pa.uint64()),
    'motion': pa.array([k // 30 for k in rows], pa.uint32()),
    'collider': pa.array([k % 3 for k in rows], pa.uint32()),
    'x': pa.array([float(7 * k % 11) / 4 for k in rows]),
    'y': pa.array([0.0 for _ in rows]),
    'z': pa.array([0.0 for _ in rows]),
    'qx': pa.array([0.25 * (k % 5) for k in rows], pa.float32()),
    'qy': pa.array([0 for _ in rows], pa.float32()),
    'qz': pa.array([0 for _ in rows], pa.float32()),
    'qw': pa.array([1 for _ in rows], pa.float32()),
})
# LZ4, the default
feather.write_feather(shapes, 'shapes.feather')
feather.write_feather(colliders, 'colliders.feather')
feather.write_feather(poses, 'poses.feather', chunksize=25)
feather.write_feather(poses, 'zstd.feather', compression='zstd')
with ipc.new_file('poses.arrow', poses.schema) as file:
    file.write_table(poses, max_chunksize=25)
with ipc.new_stream('poses.arrows', poses.schema) as file:
    file.write_table(poses, max_chunksize=25)
pairs = pa.table({'a': pa.array([0, None], pa.uint32()), 'b': pa.array([1, 2], pa.uint32())})
feather.write_feather(pairs, 'nulls.feather')
