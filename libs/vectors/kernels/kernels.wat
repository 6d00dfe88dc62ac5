;; The loop of the search that is worth writing in vector instructions. All numbers are 32-bit floats, rows are
;; padded with zeros to whole blocks of 8 numbers (32 bytes), and addresses are bytes.
(module
  (memory (export "memory") 1)

  ;; a · b, in two sums of four lanes: an addition does not wait for the one before.
  (func $dot (param $a i32) (param $b i32) (param $bytes i32) (result f32)
    (local $end i32) (local $even v128) (local $odd v128)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $block
      (local.set $even (f32x4.add (local.get $even)
        (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $b)))))
      (local.set $odd (f32x4.add (local.get $odd)
        (f32x4.mul (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b)))))
      (local.set $a (i32.add (local.get $a) (i32.const 32)))
      (local.set $b (i32.add (local.get $b) (i32.const 32)))
      (br_if $block (i32.lt_u (local.get $a) (local.get $end))))
    (local.set $even (f32x4.add (local.get $even) (local.get $odd)))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $even)) (f32x4.extract_lane 1 (local.get $even)))
      (f32.add (f32x4.extract_lane 2 (local.get $even)) (f32x4.extract_lane 3 (local.get $even)))))

  ;; out[i] = query · rows[i]
  (func (export "dots") (param $query i32) (param $rows i32) (param $count i32) (param $rowBytes i32) (param $out i32)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $count)))
        (f32.store (local.get $out) (call $dot (local.get $query) (local.get $rows) (local.get $rowBytes)))
        (local.set $rows (i32.add (local.get $rows) (local.get $rowBytes)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $row)))))
