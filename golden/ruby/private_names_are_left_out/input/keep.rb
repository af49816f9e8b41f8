# frozen_string_literal: true

require "json"

# keep_module_doc
module KeepModule
  KEEP_CONST = %w[low high].freeze
  KEEP_TEXT = <<~TXT
    keep_heredoc
  TXT

  # keep_class_doc
  class KeepClass < KeepBase::Inner
    include KeepMixin
    extend KeepExtension
    attr_reader :keep_reader, :keep_reader_two
    attr_accessor :keep_accessor

    # keep_method_doc
    # @param limit [Integer] keep_param_doc
    # @raise [ArgumentError] keep_raise_doc
    def self.keep_class_method(name, *keep_rest, limit: 10, sep: "(", **keep_options, &keep_block)
      hidden_build = name
      hidden_build
    end

    def initialize(keep_argument = {})
      @hidden_variable = keep_argument
    end

    def keep_endless(keep_x) = hidden_endless(keep_x)
    def keep_query? = true
    def keep_bang!; hidden_bang; end
    def keep_writer=(keep_value); end
    def ==(keep_other) = true
    def [](keep_index, length = nil)
      hidden_slice = keep_index
      hidden_slice
    end

    def keep_rescue(path = File.join("a", "b"), mode: :fast)
      hidden_save(path)
    rescue IOError => e
      raise
    ensure
      hidden_ensure
    end

    class << self
      def keep_singleton(keep_path) = hidden_new(keep_path)
    end

    alias keep_alias keep_query?
    alias_method :keep_alias_method, :keep_query?
    delegate :keep_delegate, to: :keep_reader

    class KeepNested; end
    KeepStruct = Struct.new(:a, :b) do
      def keep_struct_method; hidden_struct; end
    end

    private

    def keep_private; hidden_private; end

    protected

    def keep_protected; end

    public

    def keep_public_again(&) = nil
    private def keep_private_inline(x); end
  end

  module_function

  def keep_module_function; end
end

def keep_top_level(a, (b, c), *) = nil
KeepError = Class.new(StandardError)
