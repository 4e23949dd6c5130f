/** The time that the graphics card takes for a frame, where the browser tells it: `EXT_disjoint_timer_query_webgl2`. */

/** Of the extension. */
const TIME_ELAPSED = 0x88bf;
const GPU_DISJOINT = 0x8fbb;

export interface GpuTimer {
  /** Of the last frame that is known (ms). */
  readonly time: number | undefined;
  /** Around the calls of a frame. */
  begin(): void;
  end(): void;
}

export function createGpuTimer(gl: WebGL2RenderingContext): GpuTimer {
  const isOffered = !!gl.getExtension('EXT_disjoint_timer_query_webgl2');
  let time: number | undefined;
  let waiting: WebGLQuery | null = null;
  let isOpen = false;

  function read(): void {
    if (!waiting || !gl.getQueryParameter(waiting, gl.QUERY_RESULT_AVAILABLE)) return;
    if (!gl.getParameter(GPU_DISJOINT)) time = gl.getQueryParameter(waiting, gl.QUERY_RESULT) / 1e6;
    gl.deleteQuery(waiting);
    waiting = null;
  }

  return {
    get time() {
      return time;
    },
    begin() {
      if (!isOffered) return;
      read();
      if (waiting) return;
      waiting = gl.createQuery();
      if (!waiting) return;
      gl.beginQuery(TIME_ELAPSED, waiting);
      isOpen = true;
    },
    end() {
      if (isOpen) gl.endQuery(TIME_ELAPSED);
      isOpen = false;
    },
  };
}
